import fc from 'fast-check';

import {
	cleanPhoneNumber,
	mayHaveCountryCode,
	readCountryCode,
} from '../../../../nodes/ChannelMessaging/parameters/values/phoneNumber';
import { parameterErrorOf } from '../parameterErrorOf';

const digits = (least: number, most: number) =>
	fc
		.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most })
		.map((list) => list.join(''));

/** Numbers as they should go out: `+`, no leading zero, 7 to 15 digits. */
const international = fc
	.tuple(fc.integer({ min: 1, max: 9 }), digits(6, 14))
	.map(([first, rest]) => `+${String(first)}${rest}`);

/** What people put between digits, and what comes along unseen when a number is copied. */
const between = fc.string({
	unit: fc.constantFrom(
		...Array.from(' .-/()[]\t\u00A0\u202F\u2010\u2013\u2014\u2212\u200E\u202A\u202C'),
	),
	maxLength: 2,
});

/** A number with any separators before, between and behind its characters. */
const separated = (number: string) =>
	fc
		.array(between, { minLength: number.length + 1, maxLength: number.length + 1 })
		.map((gaps) => gaps.map((gap, index) => gap + (number[index] ?? '')).join(''))
		// What would stand for a zero of calls inside of the country.
		.filter((text) => !/\(\D*0\D*\)/.test(text));

describe('a phone number', () => {
	it.each([
		['+34 600 000 001', '+34600000001'],
		['0034.600.000.001', '+34600000001'],
		['(+34) 600-00-00-01', '+34600000001'],
		['+34/600 000–001', '+34600000001'],
		['\u202A+34\u00A0600\u00A0000\u00A0001\u202C', '+34600000001'],
		['+44 (0)20 7946 0000', '+442079460000'],
		['0044 (0) 20 7946 0000', '+442079460000'],
		['+39 (0)6 1234 5678', '+390612345678'],
		['600 000 001', '600000001'],
		['(0)600 000 001', '0600000001'],
	])('that is written %j is %s', (text, number) => {
		expect(cleanPhoneNumber(text)).toBe(number);
	});

	it.each([
		['600 000 001', '34', '+34600000001'],
		['0600 000 001', '34', '+34600000001'],
		['(0)20 7946 0000', '44', '+442079460000'],
		['+1 555 010 9001', '34', '+15550109001'],
		['001 555 010 9001', '34', '+15550109001'],
		['06 1234 5678', '39', '+390612345678'],
		['0371 123 4567', '39', '+3903711234567'],
		['007 946 0000', '34', '+79460000'],
		['555 010 9001', '1', '+15550109001'],
		['1 (555) 010-9001', '1', '+15550109001'],
		['47 12 34 56', '47', '+4747123456'],
		['04931 12345', '49', '+49493112345'],
		['392 123 4567', '39', '+393921234567'],
		['98 765 43210', '91', '+919876543210'],
		['91234 56789', '91', '+919123456789'],
		['701 234 56 78', '7', '+77012345678'],
		['20 123 4567', '36', '+36201234567'],
	])('that is written %j, with the default country code %s, is %s', (text, code, number) => {
		expect(cleanPhoneNumber(text, code)).toBe(number);
	});

	it.each([
		['34 600 000 001', '34'],
		['45 12 34 56 78', '45'],
		['39 392 123 4567', '39'],
		['91 98765 43210', '91'],
		['7 701 234 56 78', '7'],
		['55 11 98765-4321', '55'],
	])('that is written %j is refused, as it may have the country code %s already', (text, code) => {
		expect(cleanPhoneNumber(text, code)).toBeUndefined();
		expect(mayHaveCountryCode(text, code)).toBe(true);
		expect(cleanPhoneNumber(text)).toMatch(/^\d+$/);
	});

	it.each([
		['8 (912) 345-67-89', '7'],
		['06 20 123 4567', '36'],
		['8 612 34567', '370'],
		['8 029 123-45-67', '375'],
	])(
		'that is written %j is refused, as its first digits are for calls inside of +%s',
		(text, code) => {
			expect(cleanPhoneNumber(text, code)).toBeUndefined();
			expect(mayHaveCountryCode(text, code)).toBe(false);
		},
	);

	it('never gets the country code twice where nobody can tell', () => {
		const code = fc.constantFrom('1', '7', '34', '39', '45', '55', '91', '351');
		fc.assert(
			fc.property(code, digits(11, 11), (countryCode, national) => {
				const number = cleanPhoneNumber(`${countryCode}${national}`, countryCode);
				expect([undefined, `+${countryCode}${national}`]).toContain(number);
			}),
		);
	});

	it.each([
		'call me',
		'+34 600 000 001 ext. 5',
		'600 000',
		'+34',
		'1234567890123456',
		'+0600000001',
		'34+600000001',
		'++34600000001',
		'60000000１',
		'',
	])('is not written %j', (text) => {
		expect(cleanPhoneNumber(text)).toBeUndefined();
	});

	it('is the same in whatever way it is spaced', () => {
		const spaced = international.chain((number) =>
			fc.tuple(fc.constant(number), separated(number)),
		);
		fc.assert(
			fc.property(spaced, ([number, text]) => {
				expect(cleanPhoneNumber(text)).toBe(number);
				expect(cleanPhoneNumber(text.replace('+', '00'))).toBe(number);
				expect(cleanPhoneNumber(text, '34')).toBe(number);
			}),
		);
	});

	it('is nothing but digits and a plus once it is clean, and cleaning it again changes nothing', () => {
		const text = fc.oneof(fc.string(), digits(0, 20).chain(separated));
		fc.assert(
			fc.property(text, fc.constantFrom(undefined, '1', '34', '39'), (written, code) => {
				const number = cleanPhoneNumber(written, code);
				fc.pre(number !== undefined);
				expect(number).toMatch(code === undefined ? /^\+?\d{7,15}$/ : /^\+[1-9]\d{6,14}$/);
				expect(cleanPhoneNumber(number, code)).toBe(number);
			}),
		);
	});
});

describe('a country code', () => {
	const read = (value: string) => readCountryCode({ value, subject: "'Default Country Code'" });

	it.each([
		['34', '34'],
		['+34', '34'],
		['0034', '34'],
		[' +1 246 ', '1246'],
	])('that is written %j is %s', (text, code) => {
		expect(read(text)).toBe(code);
	});

	it.each(['0', 'Spain', '12345'])('is not written %j', (text) => {
		const fault = parameterErrorOf(() => read(text));
		expect(fault.message).toBe("'Default Country Code' is not a country code");
		expect(fault.advice).toBe('Enter its digits, such as 34 or +34.');
	});
});
