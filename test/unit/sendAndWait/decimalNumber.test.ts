import fc from 'fast-check';

import { decimalNumber } from '../../../nodes/ChannelMessaging/sendAndWait/decimalNumber';

it.each([
	['0', 0],
	['-0', 0],
	['007', 7],
	['1.50', 1.5],
	['.5', 0.5],
	['-12.25', -12.25],
	['1e3', 1_000],
	['1.5E-3', 0.0015],
	['9007199254740992', 9_007_199_254_740_992],
	['100000000000000000000000', 1e23],
])('decimalNumber reads %s', (text, number) => {
	expect(decimalNumber(text)).toBe(number);
});

it.each([
	'',
	' ',
	'-',
	'.',
	'1.',
	' 1',
	'+1',
	'1,5',
	'1 000',
	'many',
	'Infinity',
	'NaN',
	'0x1F',
	'0b1',
	'1_000',
	'1n',
	'12345678901234567890',
	'9007199254740993',
	'0.1234567890123456789',
	'1e-400',
	'1e400',
	'1e99999999999999999999',
	'\u0661',
])('decimalNumber rejects %j', (text) => {
	expect(decimalNumber(text)).toBeUndefined();
});

it('decimalNumber reads every number that JavaScript prints', () => {
	const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
	fc.assert(
		fc.property(numbers, (number) => {
			// JSON has no -0.
			expect(decimalNumber(String(number))).toBe(number + 0);
		}),
	);
});

/** Returns the exact value of a decimal number in units of 10^-1100. */
function exactValue(text: string): bigint {
	const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return BigInt(whole + fraction) * 10n ** BigInt(1_100 + Number(exponent) - fraction.length);
}

it('decimalNumber keeps the exact value of a number, or rejects it', () => {
	const digits = fc.stringMatching(/^\d{1,25}$/);
	const exponents = fc.constantFrom('', 'e2', 'e-7', 'e22', 'e-320');
	const texts = fc
		.tuple(fc.constantFrom('', '-'), digits, fc.option(digits), exponents)
		.map(([sign, whole, fraction, exponent]) =>
			[sign, whole, fraction === null ? '' : `.${fraction}`, exponent].join(''),
		);
	fc.assert(
		fc.property(texts, (text) => {
			const number = decimalNumber(text);
			const isKept = exactValue(String(Number(text))) === exactValue(text);
			expect(number === undefined).toBe(!isKept);
		}),
		{ numRuns: 1_000 },
	);
});
