import fc from 'fast-check';

import {
	readFilledText,
	readText,
	readTextList,
} from '../../../nodes/ChannelMessaging/parameters/readers';
import { parameterErrorOf } from './parameterErrorOf';

const subject = "'Text'";
const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';
const useStringify = `${checkExpression} To send a list or an object as text, use JSON.stringify() in the expression.`;
const giveAsText =
	'The last digits are already lost. Make the previous node return the number as text.';
const halfCharacter = "'Text' contains an incomplete character";
const shortenElsewhere =
	'An emoji was probably cut in half when the text was shortened. Shorten the text at another position.';

describe('text', () => {
	it('goes out exactly as it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				expect(readText({ value: text, label: subject })).toBe(text);
			}),
		);
	});

	it.each([
		['a number', 34, '34'],
		['zero', 0, '0'],
		['a fraction', 0.5, '0.5'],
		['the largest exact number', Number.MAX_SAFE_INTEGER, '9007199254740991'],
		['true', true, 'true'],
		['an empty text', '', ''],
		['nothing', undefined, ''],
		['null', null, ''],
	])('is made of %s', (_, value, text) => {
		expect(readText({ value, label: subject })).toBe(text);
	});

	it.each([
		['a list', ['a'], "'Text' is a list, but must be text", useStringify],
		['an object', { a: 1 }, "'Text' is an object, but must be text", useStringify],
		['a big integer', 1n, "'Text' is a bigint, but must be text", useStringify],
		['no number', NaN, "'Text' is not a finite number", checkExpression],
		['endlessness', -Infinity, "'Text' is not a finite number", checkExpression],
		['a rounded number', 2 ** 53, "'Text' is too large to be an exact number", giveAsText],
		['a rounded negative', -(2 ** 53), "'Text' is too large to be an exact number", giveAsText],
		['the first half of a character', 'ok \uD83D', halfCharacter, shortenElsewhere],
		['the second half of a character', '\uDE00 ok', halfCharacter, shortenElsewhere],
	])('cannot be made of %s', (_, value, message, advice) => {
		const fault = parameterErrorOf(() => readText({ value, label: subject }));
		expect(fault.message).toBe(message);
		expect(fault.advice).toBe(advice);
	});
});

describe('text that must be filled', () => {
	it('keeps blanks around it', () => {
		expect(readFilledText({ value: ' a ', label: subject })).toBe(' a ');
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['an empty text', ''],
		['blanks', ' \t\n\u00A0'],
	])('refuses %s as empty', (_, value) => {
		const fault = parameterErrorOf(() => readFilledText({ value, label: subject }));
		expect(fault.message).toBe("'Text' is empty");
		expect(fault.advice).toBe(
			'Enter a value, or check the expression and the data of the item that it reads.',
		);
	});
});

describe('a list of texts', () => {
	const read = (value: unknown) => readTextList({ value, label: "'Cities'" });

	it.each<[string, unknown, string[]]>([
		['a list', ['Lugo', 'Vigo, old town'], ['Lugo', 'Vigo, old town']],
		['a list of numbers and booleans', [15_001, true], ['15001', 'true']],
		['text with commas', ' Lugo,Vigo ,  A Coruña', ['Lugo', 'Vigo', 'A Coruña']],
		['one number', 15_001, ['15001']],
		['JSON text', '["Lugo", "Vigo, old town"]', ['Lugo', 'Vigo, old town']],
		['JSON text with blanks around it', ' ["Lugo"]\n', ['Lugo']],
		['text in brackets', '[VIP]', ['[VIP]']],
		['texts in brackets', '[VIP], gold, [new lead]', ['[VIP]', 'gold', '[new lead]']],
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

	const useQuotes =
		'Put each entry in double quotes and separate entries with commas, or enter comma-separated text without brackets.';
	it.each([
		['Lugo,,Vigo', "'Cities', entry 2, is empty", 'Enter a value'],
		[['Lugo', null], "'Cities', entry 2, is empty", 'Enter a value'],
		[[{ name: 'Lugo' }], "'Cities', entry 1, is an object, but must be text", checkExpression],
		['a\uD83D,b', "'Cities' contains an incomplete character", 'cut in half'],
		[
			{ a: 1 },
			"'Cities' is an object, but must be a list or comma-separated text",
			checkExpression,
		],
		['[Lugo, Vigo]', "'Cities' looks like a JSON list, but is not valid JSON", useQuotes],
		['["Lugo", "Vigo]', "'Cities' looks like a JSON list, but is not valid JSON", useQuotes],
		["['Lugo']", "'Cities' looks like a JSON list, but is not valid JSON", useQuotes],
	])('is refused as %j', (value, message, advice) => {
		const fault = parameterErrorOf(() => read(value));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});
});
