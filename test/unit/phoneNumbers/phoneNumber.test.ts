import fc from 'fast-check';

import {
	normalizePhoneNumber,
	phoneNumberRejection,
	spellPhoneNumber,
} from '../../../nodes/ChannelMessaging/phoneNumbers/phoneNumber';

describe('normalizePhoneNumber', () => {
	it.each([
		['0034.600.000.001', '+34600000001'],
		['(+34) 600-00-00-01', '+34600000001'],
		['+34/600 000–001', '+34600000001'],
		['\u202A+34\u00A0600\u00A0000\u00A0001\u202C', '+34600000001'],
		['+34 0600 000 001', '+34600000001'],
		['0044 (0) 20 7946 0000', '+442079460000'],
		['+39 (0)6 1234 5678', '+390612345678'],
		['+390612345678', '+390612345678'],
		['tel:+34-600-000-001', '+34600000001'],
		["'+34600000001", '+34600000001'],
		['+34600000001.0', '+34600000001'],
		['＋３４　６００　０００　００１', '+34600000001'],
		['+٣٤٦٠٠٠٠٠٠٠١', '+34600000001'],
		['+۳۴۶۰۰۰۰۰۰۰۱', '+34600000001'],
		['+7 8 912 345 67 89', '+79123456789'],
		['+54 011 15-2345-6789', '+5491123456789'],
		['+883 510 012345', '+883510012345'],
	])('normalizePhoneNumber converts %s to %s', (text, number) => {
		expect(normalizePhoneNumber(text)).toBe(number);
		expect(phoneNumberRejection(text)).toBeUndefined();
	});

	it.each([
		['0600 000-123', '34', '+34600000123'],
		['(0)20 7946 0000', '44', '+442079460000'],
		['+1 201 555 0123', '34', '+12015550123'],
		['06 1234 5678', '39', '+390612345678'],
		['1 (201) 555-0123', '1', '+12015550123'],
		['392 123 4567', '39', '+393921234567'],
		['8 (912) 345-67-89', '7', '+79123456789'],
		['06 20 123 4567', '36', '+36201234567'],
		['8 029 491-19-11', '375', '+375294911911'],
		['011 15-2345-6789', '54', '+5491123456789'],
		['06 03 12 34', '241', '+24106031234'],
		['34600000001', '34', '+34600000001'],
		['34600000001.0', '34', '+34600000001'],
		['44 (0)7400 123456', '44', '+447400123456'],
		['55 11 98765-4321', '55', '+5511987654321'],
		['(55) 99961-2345', '55', '+5555999612345'],
		['011 33 1 23 45 67 89', '1', '+33123456789'],
		['0011 61 412 345 678', '61', '+61412345678'],
		['0033 1 23 45 67 89', '61', '+33123456789'],
		['8 10 33 1 23 45 67 89', '375', '+33123456789'],
	])(
		'normalizePhoneNumber converts %s with the default country code %s to %s',
		(text, code, number) => {
			expect(normalizePhoneNumber(text, code)).toBe(number);
		},
	);

	it('normalizePhoneNumber accepts numbers of a valid length that belong to no known range', () => {
		expect(normalizePhoneNumber('+34 100 000 001')).toBe('+34100000001');
	});

	const ofSpain = 'is not a number of the country code +34';
	it.each([
		['call me', '34', 'is not a phone number'],
		['', '34', 'is not a phone number'],
		['+', '34', 'is not a phone number'],
		['++34600000001', '34', 'is not a phone number'],
		['+34 600 000 001 ext. 5', '34', 'is not a phone number'],
		['3.46E+10', '34', 'is not a phone number'],
		['34+600000001', '34', 'contains more than one phone number'],
		['600000001, 600000002', '34', 'is not a phone number'],
		['+34 600 000\n001', '34', 'is not a phone number'],
		['600000001 600000002', '34', 'contains more than one phone number'],
		['030 1234 / 030 5678', '49', 'contains more than one phone number'],
		['+34600000001 +34600000002', undefined, 'contains more than one phone number'],
		['600 000 001', undefined, 'has no country code'],
		['600 000', '34', ofSpain],
		['0600 000 0012', '34', ofSpain],
		['+999 600 000 001', '34', 'has an unknown country code'],
		['+34 600', '34', 'has too few or too many digits for the country code +34'],
		['+34 600 000 00123', undefined, 'has too few or too many digits for the country code +34'],
		['4915123456789', '49', 'could be +494915123456789 or +4915123456789'],
		['+39 (0) 312 345 6789', undefined, 'could be +3903123456789 or +393123456789'],
	])('normalizePhoneNumber rejects %j (country code %s), which %s', (text, code, rejection) => {
		expect(normalizePhoneNumber(text, code)).toBeUndefined();
		expect(phoneNumberRejection(text, code)).toBe(rejection);
	});

	it('normalizePhoneNumber rejects text of more than 60 characters', () => {
		expect(phoneNumberRejection('0'.repeat(61), '34')).toBe('is not a phone number');
	});

	/** Spaces, punctuation, and invisible characters. */
	const separator = fc.string({
		unit: fc.constantFrom(...Array.from(' .-[]\t\u00A0\u202F\u2010\u2013\u2014\u2212\u200E\u202A')),
		maxLength: 2,
	});
	const gaps = fc.array(separator, { minLength: 13, maxLength: 13 });

	it('normalizePhoneNumber ignores separators', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[6-9]\d{8}$/), gaps, (national, separators) => {
				const number = `+34${national}`;
				const separated = separators.map((gap, index) => gap + (number[index] ?? '')).join('');
				const inGroups = separated.replace(/\d{7}/g, (group) => group.replace(/(\d{3})/, '$1 '));
				expect(normalizePhoneNumber(inGroups)).toBe(number);
				expect(normalizePhoneNumber(inGroups.replace('+', '00'))).toBe(number);
				expect(normalizePhoneNumber(inGroups, '33')).toBe(number);
			}),
		);
	});

	it('normalizePhoneNumber never changes a normalized number', () => {
		const code = fc.constantFrom(undefined, '1', '7', '34', '39', '49', '54', '55', '62', '375');
		fc.assert(
			fc.property(fc.stringMatching(/^(\+|00|0)?\d{5,15}$/), code, (text, countryCode) => {
				const number = normalizePhoneNumber(text, countryCode);
				fc.pre(number !== undefined);
				expect(number).toMatch(/^\+[1-9]\d{4,14}$/);
				// Brazilian and Belarusian numbers can start with the digits of a dialing prefix.
				expect([number, undefined]).toContain(normalizePhoneNumber(number, countryCode));
			}),
			{ numRuns: 2_000 },
		);
	});
});

it.each([
	['e164', '0034 600 000 001', '+34600000001', ['34600000001', '0034 600 000 001']],
	['digits', ' +34600000001', '34600000001', ['+34600000001']],
	['digits', '34600000001', '34600000001', ['+34600000001']],
	['e164', '600 000 001', '+34600000001', ['34600000001', '600 000 001']],
] as const)(
	'spellPhoneNumber returns a number in the format %s and its other spellings: %s',
	(format, text, value, otherSpellings) => {
		const settings = { format, defaultCountryCode: '34' };
		expect(spellPhoneNumber(text, settings)).toEqual({ value, otherSpellings });
	},
);

it.each([
	['600 000 001', undefined, 'has no country code'],
	['+34 600 000 001 ext. 5', '34', 'is not a phone number'],
])(
	'spellPhoneNumber returns invalid numbers unchanged and reports the reason: %s',
	(text, defaultCountryCode, rejection) => {
		const rejected: string[][] = [];
		const onRejected = (...reported: string[]) => void rejected.push(reported);
		const settings = { format: 'e164', defaultCountryCode, onRejected } as const;
		expect(spellPhoneNumber(text, settings)).toEqual({ value: text });
		expect(rejected).toEqual([[text, rejection]]);
	},
);

it('spellPhoneNumber accepts numbers without a plus if the channel stores digits only', () => {
	const settings = { format: 'digits', onRejected: jest.fn() } as const;
	expect(spellPhoneNumber('34600000001', settings)).toEqual({
		value: '34600000001',
		otherSpellings: ['+34600000001'],
	});
	expect(settings.onRejected).not.toHaveBeenCalled();
});

it('spellPhoneNumber returns every text unchanged in the format As Written', () => {
	const onRejected = jest.fn();
	const settings = { format: 'asWritten', defaultCountryCode: '34', onRejected } as const;
	for (const text of ['0034 600 000 001', '600 000 001', 'call me']) {
		expect(spellPhoneNumber(text, settings)).toEqual({ value: text });
	}
	expect(onRejected).not.toHaveBeenCalled();
});
