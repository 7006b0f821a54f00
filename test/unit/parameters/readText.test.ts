import { readText } from '../../../nodes/ChannelMessaging/parameters/readText';
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
	[['a'], "'Text' is a list, but must be text", useStringify],
	[{ a: 1 }, "'Text' is an object, but must be text", useStringify],
	[1n, "'Text' is a bigint, but must be text", useStringify],
	[NaN, "'Text' is 'NaN', which is not a valid number", checkExpression],
	[-Infinity, "'Text' is '-Infinity', which is not a valid number", checkExpression],
	[2 ** 53, `'Text' is '${String(2 ** 53)}', ${tooLarge}`, useText],
	[-(2 ** 53), `'Text' is '${String(-(2 ** 53))}', ${tooLarge}`, useText],
	['ok \uD83D', incomplete, shortenElsewhere],
	['\uDE00 ok', incomplete, shortenElsewhere],
])('readText rejects %p: %s', (value, message, advice) => {
	expect(parameterErrorOf(() => readText({ value, label }))).toMatchObject({ message, advice });
});
