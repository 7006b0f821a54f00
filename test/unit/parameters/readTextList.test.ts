import { readTextList } from '../../../nodes/ChannelMessaging/parameters/readTextList';
import { parameterErrorOf } from './parameterErrorOf';

const label = "'Text'";
const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';

it.each<[string, unknown, string[]]>([
	['a list', ['Lugo', 'Vigo, old town'], ['Lugo', 'Vigo, old town']],
	['a list of numbers and booleans', [15_001, true], ['15001', 'true']],
	['comma-separated text', ' Lugo,Vigo ,  A Coruña', ['Lugo', 'Vigo', 'A Coruña']],
	['a number', 15_001, ['15001']],
	['a JSON list', '["Lugo", "Vigo, old town"]', ['Lugo', 'Vigo, old town']],
	['a JSON list with surrounding spaces', ' ["Lugo"]\n', ['Lugo']],
	['text in brackets', '[VIP]', ['[VIP]']],
	['comma-separated text in brackets', '[VIP], gold, [new lead]', ['[VIP]', 'gold', '[new lead]']],
	['text with a bracket at its end', 'Lugo, Vigo [old]', ['Lugo', 'Vigo [old]']],
	['text with a bracket at its start', '[old] Lugo, Vigo', ['[old] Lugo', 'Vigo']],
	['undefined', undefined, []],
	['text with a comma at its end', 'Lugo, Vigo, ', ['Lugo', 'Vigo']],
	['whitespace', '  ', []],
	['invisible characters', '\u200B', []],
	['an empty JSON list', '[]', []],
])('readTextList accepts %s', (_title, value, texts) => {
	expect(readTextList({ value, label })).toEqual(texts);
});

const useQuotes =
	'Put each entry in double quotes and separate entries with commas, or enter comma-separated text without brackets.';
const notJson = "'Text' looks like a JSON list, but is not valid JSON";
it.each([
	['Lugo,,Vigo', "'Text', entry 2, is empty", 'Enter a value'],
	['Lugo,,', "'Text', entry 2, is empty", 'Enter a value'],
	['Lugo, \u200B', "'Text', entry 2, is empty", 'Enter a value'],
	[',', "'Text', entry 1, is empty", 'Enter a value'],
	[['Lugo', null], "'Text', entry 2, is empty", 'Enter a value'],
	[[{ name: 'Lugo' }], "'Text', entry 1, is an object, but must be text", checkExpression],
	['a\uD83D,b', "'Text' contains an incomplete character", 'cut in half'],
	[{ a: 1 }, "'Text' is an object, but must be a list or comma-separated text", checkExpression],
	['[Lugo, Vigo]', notJson, useQuotes],
	['["Lugo", "Vigo]', notJson, useQuotes],
	["['Lugo']", notJson, useQuotes],
])('readTextList rejects %j: %s', (value, message, advice) => {
	const error = parameterErrorOf(() => readTextList({ value, label }));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

it.each([
	['more than 10,000 entries', Array<string>(10_001).fill('vip')],
	['more than 100,000 characters', 'vip, '.repeat(20_001)],
])('readTextList rejects a list of %s', (length, value) => {
	const error = parameterErrorOf(() => readTextList({ value, label }));

	expect(error.message).toBe(`${label} is a list of ${length}`);
});

it('readTextList accepts 10,000 entries', () => {
	expect(readTextList({ value: Array<string>(10_000).fill('vip'), label })).toHaveLength(10_000);
});
