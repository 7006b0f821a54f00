import { readTextList } from '../../../../nodes/ChannelMessaging/parameters/values/textList';
import { parameterErrorOf } from '../parameterErrorOf';

const read = (value: unknown) => readTextList({ value, subject: "'Cities'" });

describe('a list of texts', () => {
	it.each<[string, unknown, string[]]>([
		['a list', ['Lugo', 'Vigo, old town'], ['Lugo', 'Vigo, old town']],
		['a list of numbers and booleans', [15_001, true], ['15001', 'true']],
		['text with commas', ' Lugo,Vigo ,  A Coruña', ['Lugo', 'Vigo', 'A Coruña']],
		['one number', 15_001, ['15001']],
		['JSON text', '["Lugo", "Vigo, old town"]', ['Lugo', 'Vigo, old town']],
		['JSON text with blanks around it', ' ["Lugo"]\n', ['Lugo']],
		['text that only ends with a bracket', 'Lugo, Vigo [old]', ['Lugo', 'Vigo [old]']],
		['text that only begins with a bracket', '[old] Lugo, Vigo', ['[old] Lugo', 'Vigo']],
	])('is read from %s', (_, value, texts) => {
		expect(read(value)).toEqual(texts);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['blanks', '  '],
		['an empty list in JSON', '[]'],
	])('is empty in %s', (_, value) => {
		expect(read(value)).toEqual([]);
	});

	const checkExpression =
		'Check the expression of this parameter and the data of the item that it reads.';
	const useQuotes =
		'Put each entry in double quotes, with commas in between, or give text with commas and no brackets.';
	it.each([
		['Lugo,,Vigo', "'Cities', entry 2, is empty", 'Enter a value'],
		[['Lugo', null], "'Cities', entry 2, is empty", 'Enter a value'],
		[[{ name: 'Lugo' }], "'Cities', entry 1, is an object, but must be text", checkExpression],
		['a\uD83D,b', "'Cities' contains half a character, which can't be sent", 'Shortening the text'],
		[{ a: 1 }, "'Cities' is an object, but must be a list or text with commas", checkExpression],
		["['Lugo']", "'Cities' looks like a JSON list, but can't be read as one", useQuotes],
	])('is refused as %j', (value, message, advice) => {
		const fault = parameterErrorOf(() => read(value));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});
});
