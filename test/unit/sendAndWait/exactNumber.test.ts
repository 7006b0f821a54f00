import fc from 'fast-check';

import { exactNumber } from '../../../nodes/ChannelMessaging/sendAndWait/exactNumber';

it.each(['', '-', '.', '1.', '+1', '1,5', '0x1F', '1_000', 'Infinity', '1e400', '\u0661'])(
	'exactNumber rejects %j, which is not a finite decimal number',
	(text) => {
		expect(exactNumber(text)).toBeUndefined();
	},
);

/** Returns the exact value of a decimal number in units of 10^-1100. */
function exactValue(text: string): bigint {
	const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return BigInt(whole + fraction) * 10n ** BigInt(1_100 + Number(exponent) - fraction.length);
}

it('exactNumber keeps the exact value of a number, or rejects it', () => {
	const digits = fc.stringMatching(/^\d{1,25}$/);
	const exponents = fc.constantFrom('', 'e2', 'E-7', 'e+22', 'e-320');
	const written = fc
		.tuple(fc.constantFrom('', '-'), fc.option(digits), fc.option(digits), exponents)
		.filter(([, whole, fraction]) => whole !== null || fraction !== null)
		.map(([sign, whole, fraction, exponent]) =>
			[sign, whole ?? '', fraction === null ? '' : `.${fraction}`, exponent].join(''),
		);
	const printed = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
	fc.assert(
		fc.property(fc.oneof(written, printed), (text) => {
			const isKept = exactValue(String(Number(text))) === exactValue(text);
			// JSON has no -0.
			expect(exactNumber(text)).toBe(isKept ? Number(text) + 0 : undefined);
		}),
		{ numRuns: 1_000 },
	);
});

it('exactNumber rejects more than 100 characters, which could take quadratic time', () => {
	expect(exactNumber(`1${'0'.repeat(99)}`)).toBe(1e99);
	expect(exactNumber(`1${'0'.repeat(100)}`)).toBeUndefined();
});
