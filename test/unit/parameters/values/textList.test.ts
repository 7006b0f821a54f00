import { readTextList } from '../../../../nodes/ChannelMessaging/parameters/values/textList';
import { parameterErrorOf } from '../parameterErrorOf';

const read = (value: unknown) =>
	readTextList(value, { label: 'Cities', entry: 'city' }).map(({ text }) => text);

describe('a list of texts', () => {
	it.each<[string, unknown, string[]]>([
		['a list', ['Lugo', 'Vigo, old town'], ['Lugo', 'Vigo, old town']],
		['a list of numbers and booleans', [15_001, true], ['15001', 'true']],
		['text with commas', ' Lugo,Vigo ,  A Coruña', ['Lugo', 'Vigo', 'A Coruña']],
		['one text', 'Lugo', ['Lugo']],
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
		['null', null],
		['empty text', ''],
		['blanks', '  '],
		['an empty list', []],
		['an empty list in JSON', '[]'],
	])('is missed in %s', (_, value) => {
		const fault = parameterErrorOf(() => read(value));
		expect(fault.message).toBe("'Cities' is empty");
		expect(fault.advice).toBe('Give at least one city.');
	});

	it.each<[string, unknown, string]>([
		[
			'an object',
			{ a: 1 },
			'Check the expression of this parameter and the data of the item that it reads.',
		],
		[
			'what looks like a list but is none',
			'[Lugo]',
			'Put each entry in double quotes, with commas in between, or give text with commas and no brackets.',
		],
	])('tells what to do about %s', (_, value, advice) => {
		expect(parameterErrorOf(() => read(value)).advice).toBe(advice);
	});

	it.each<[string, unknown, string]>([
		['with a gap', 'Lugo,,Vigo', "'Cities', entry 2, is empty"],
		['with a comma at its end', 'Lugo,', "'Cities', entry 2, is empty"],
		['with a gap in a list', ['Lugo', null], "'Cities', entry 2, is empty"],
		['with an object', [{ name: 'Lugo' }], "'Cities', entry 1, is an object, but must be text"],
		[
			'that is an object',
			{ a: 1 },
			"'Cities' is an object, but must be a list or text with commas",
		],
		[
			'in quotes that JSON does not know',
			"['Lugo', 'Vigo']",
			"'Cities' looks like a JSON list, but can't be read as one",
		],
		[
			'with half a character',
			'a\uD83D,b',
			"'Cities' contains half a character, which can't be sent",
		],
		['that is endless', Infinity, "'Cities' is not a number that can be sent"],
	])('%s is refused', (_, value, message) => {
		expect(parameterErrorOf(() => read(value)).message).toBe(message);
	});
});
