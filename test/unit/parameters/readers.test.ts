import fc from 'fast-check';

import {
	choiceField,
	keysIn,
	readChoice,
	readFilledText,
	readText,
	readTextList,
} from '../../../nodes/ChannelMessaging/parameters/readers';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const label = "'Text'";
const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';
const useStringify = `${checkExpression} To send a list or an object as text, use JSON.stringify() in the expression.`;
const tooLarge = 'which is too large to be an exact number';
const useText =
	'The last digits are already lost. Make the previous node return the number as text.';
const incomplete = "'Text' contains an incomplete character";
const shortenElsewhere =
	'An emoji was probably cut in half when the text was shortened. Shorten the text at another position.';

it.each([
	['text with surrounding spaces and emoji', ' 👋🏽 é\n', ' 👋🏽 é\n'],
	['a number', 34, '34'],
	['zero', 0, '0'],
	['a fraction', 0.5, '0.5'],
	['the largest safe integer', Number.MAX_SAFE_INTEGER, '9007199254740991'],
	['true', true, 'true'],
	['an empty string', '', ''],
	['undefined', undefined, ''],
	['null', null, ''],
])('readText accepts %s', (_title, value, text) => {
	expect(readText({ value, label })).toBe(text);
});

it.each([
	['a list', ['a'], "'Text' is a list, but must be text", useStringify],
	['an object', { a: 1 }, "'Text' is an object, but must be text", useStringify],
	['a bigint', 1n, "'Text' is a bigint, but must be text", useStringify],
	['NaN', NaN, "'Text' is 'NaN', not a finite number", checkExpression],
	['-Infinity', -Infinity, "'Text' is '-Infinity', not a finite number", checkExpression],
	['an unsafe integer', 2 ** 53, `'Text' is '${String(2 ** 53)}', ${tooLarge}`, useText],
	[
		'a negative unsafe integer',
		-(2 ** 53),
		`'Text' is '${String(-(2 ** 53))}', ${tooLarge}`,
		useText,
	],
	['an unpaired high surrogate', 'ok \uD83D', incomplete, shortenElsewhere],
	['an unpaired low surrogate', '\uDE00 ok', incomplete, shortenElsewhere],
])('readText rejects %s', (_title, value, message, advice) => {
	expect(parameterErrorOf(() => readText({ value, label }))).toMatchObject({ message, advice });
});

it('readFilledText preserves surrounding spaces', () => {
	expect(readFilledText({ value: ' a ', label })).toBe(' a ');
});

it.each([
	['undefined', undefined],
	['whitespace', ' \t\n\u00A0'],
])('readFilledText rejects %s', (_title, value) => {
	expect(parameterErrorOf(() => readFilledText({ value, label }))).toMatchObject({
		message: "'Text' is empty",
		advice: 'Enter a value, or check the expression and the data of the item that it reads.',
	});
});

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
	['whitespace', '  ', []],
	['an empty JSON list', '[]', []],
])('readTextList accepts %s', (_title, value, texts) => {
	expect(readTextList({ value, label })).toEqual(texts);
});

const useQuotes =
	'Put each entry in double quotes and separate entries with commas, or enter comma-separated text without brackets.';
const notJson = "'Text' looks like a JSON list, but is not valid JSON";
it.each([
	['an empty entry in text', 'Lugo,,Vigo', "'Text', entry 2, is empty", 'Enter a value'],
	['null in a list', ['Lugo', null], "'Text', entry 2, is empty", 'Enter a value'],
	[
		'an object in a list',
		[{ name: 'Lugo' }],
		"'Text', entry 1, is an object, but must be text",
		checkExpression,
	],
	['an unpaired surrogate', 'a\uD83D,b', incomplete, 'cut in half'],
	[
		'an object',
		{ a: 1 },
		"'Text' is an object, but must be a list or comma-separated text",
		checkExpression,
	],
	['a JSON list without quotes', '[Lugo, Vigo]', notJson, useQuotes],
	['a JSON list with a missing quote', '["Lugo", "Vigo]', notJson, useQuotes],
	['a JSON list with single quotes', "['Lugo']", notJson, useQuotes],
])('readTextList rejects %s', (_title, value, message, advice) => {
	const error = parameterErrorOf(() => readTextList({ value, label }));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

const sizeField = (noDataExpression: boolean) =>
	choiceField({
		displayName: 'Size',
		name: 'size',
		type: 'options',
		noDataExpression,
		default: 'medium',
		options: [
			{ name: 'Large', value: 'large' },
			{ name: 'Medium', value: 'medium' },
			{ name: 'Small', value: 'small' },
		],
	});
const fixedField = sizeField(true);
const expressionField = sizeField(false);
const readSize = (size: unknown, field: typeof fixedField) =>
	readChoice(itemParameters({ size }), field);

it.each([
	['an option', 'small', fixedField, 'small'],
	['an option that an expression returned', 'large', expressionField, 'large'],
	['a missing value as the default, for older workflows', null, fixedField, 'medium'],
])('readChoice accepts %s', (_title, value, field, choice) => {
	expect(readSize(value, field)).toBe(choice);
});

it.each([
	['a value in another case', 'Small', "'Small'"],
	['the name of a built-in property', 'constructor', "'constructor'"],
	['empty text', '', 'empty'],
	['a list', ['small'], 'a list'],
])('readChoice rejects %s', (_title, value, shown) => {
	expect(parameterErrorOf(() => readSize(value, fixedField))).toMatchObject({
		message: `'Size' is ${shown}, which is not one of its options`,
		advice: 'Open the node and select an option from the list.',
	});
});

it('readChoice rejects null from an expression', () => {
	expect(parameterErrorOf(() => readSize(null, expressionField)).advice).toBe(
		'Select an option from the list, or make the expression return large, medium or small.',
	);
});

it.each([
	['duplicate keys', '{"a": 1, "a": 2}', ['a', 'a']],
	['duplicates after nested lists', '{"a": [[1], {"a": 2}], "b": 1, "b": 2}', ['a', 'b', 'b']],
	['equal keys with different escapes', '{"\\u0061": 1, "a": 2}', ['a', 'a']],
	['keys with quotes', '{"a\\"": 1, "a\\"": 2}', ['a"', 'a"']],
	['empty keys', '{"": 1, "": 2}', ['', '']],
	['keys such as __proto__', '{"__proto__": 1, "__proto__": 2}', ['__proto__', '__proto__']],
	['keys, but no equal values', '{"a": "a", "b": "a"}', ['a', 'b']],
	['keys, but no quoted text in values', '{"a": "x\\", \\"a\\": 1"}', ['a']],
	['keys, but no punctuation in values', '{"a": ":", "b": "{"}', ['a', 'b']],
	['keys of the outermost object only', '{"a": {"b": 1}, "b": 2}', ['a', 'b']],
	['no keys of objects in a list', '[{"a": 1}, {"a": 2}]', []],
	['no keys of a string', '"a"', []],
])('keysIn returns %s', (_title, json, keys) => {
	expect(keysIn(json)).toEqual(keys);
});

it('keysIn returns the keys of any serialized object', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
			expect(keysIn(JSON.stringify(object))).toEqual(Object.keys(object));
		}),
	);
});
