import fc from 'fast-check';

import { readPhoneNumber } from '../../../nodes/ChannelMessaging/phoneNumbers/readPhoneNumber';

/** Returns the E.164 number that a channel with the format `e164` reads, or the problem. */
function read(text: string, defaultCountryCode?: string, format: 'digits' | 'e164' = 'e164') {
	const parsed = readPhoneNumber(text, { format, defaultCountryCode });
	return parsed.kind === 'number' ? parsed.number : parsed;
}

it.each<[text: string, code: string | undefined, number: string, format?: 'digits']>([
	['0034.600.000.001', undefined, '+34600000001'],
	['(+34) 600-00-00-01', undefined, '+34600000001'],
	['+34/600 000–001', undefined, '+34600000001'],
	['\u202A+34\u00A0600\u00A0000\u00A0001\u202C', undefined, '+34600000001'],
	['0044 (0) 20 7946 0000', undefined, '+442079460000'],
	['+39 (0)6 1234 5678', undefined, '+390612345678'],
	['+390612345678', undefined, '+390612345678'],
	['tel:+34-600-000-001', undefined, '+34600000001'],
	["'+34600000001", undefined, '+34600000001'],
	['+34600000001.0', undefined, '+34600000001'],
	['＋３４　６００　０００　００１', undefined, '+34600000001'],
	['+٣٤٦٠٠٠٠٠٠٠١', undefined, '+34600000001'],
	['+۳۴۶۰۰۰۰۰۰۰۱', undefined, '+34600000001'],
	['+7 8 912 345 67 89', undefined, '+79123456789'],
	['+54 011 15-2345-6789', undefined, '+5491123456789'],
	['+883 510 012345', undefined, '+883510012345'],
	['34600000001@c.us', undefined, '+34600000001'],
	['34600000001:12@s.whatsapp.net', undefined, '+34600000001'],
	['https://wa.me/34600000001?text=Hi%202', undefined, '+34600000001'],
	['3.4600000001E10', '34', '+34600000001'],
	['3,4600000001e+10', '34', '+34600000001'],
	['Tel. (0)20 7946 0000', '44', '+442079460000'],
	// A number of a valid length that belongs to no known range.
	['+34 100 000 001', undefined, '+34100000001'],
	['(0)600 000-123', '34', '+34600000123'],
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
	['1711234567.00', '49', '+491711234567'],
	['44 (0)7400 123456', '44', '+447400123456'],
	['55 11 98765-4321', '55', '+5511987654321'],
	['(55) 99961-2345', '55', '+5555999612345'],
	['011 33 1 23 45 67 89', '1', '+33123456789'],
	['0011 61 412 345 678', '61', '+61412345678'],
	['0033 1 23 45 67 89', '61', '+33123456789'],
	['8 10 33 1 23 45 67 89', '375', '+33123456789'],
	['34600000001', undefined, '+34600000001', 'digits'],
	['600 000 001', '34', '+34600000001', 'digits'],
	['(201) 555-0123', '1', '+12015550123', 'digits'],
	['12015550123', '34', '+12015550123', 'digits'],
])(
	'readPhoneNumber converts %s with the default country code %s to %s',
	(text, code, number, format = undefined) => {
		expect(read(text, code, format)).toBe(number);
	},
);

it.each([
	['13812345678', '86', '+8613812345678', '+13812345678'],
	['34600000001', '49', '+4934600000001', '+34600000001'],
	['34 600 000 001', '49', '+4934600000001', undefined],
	['0346 00000001', '49', '+4934600000001', undefined],
	['34600000001', '34', '+34600000001', undefined],
])(
	'readPhoneNumber converts %s with the default country code %s to %s and returns the number with a plus sign %s',
	(text, defaultCountryCode, number, numberWithPlus) => {
		const parsed = readPhoneNumber(text, { format: 'e164', defaultCountryCode });
		expect(parsed).toEqual({ kind: 'number', number, ...(numberWithPlus && { numberWithPlus }) });
	},
);

const notANumber = (rejection: string) => ({ kind: 'notANumber', rejection });
const noNumber = notANumber('is not a phone number');
const severalNumbers = notANumber('contains more than one phone number');
const shortenedNumber = notANumber(
	'is a number that a spreadsheet shortened, so some digits are lost',
);

it.each([
	['call me', noNumber],
	['', noNumber],
	['+', noNumber],
	['12', noNumber],
	['++34600000001', noNumber],
	['3.46E+10', shortenedNumber],
	['4,479e+11', shortenedNumber],
	['3.46000000012E10', shortenedNumber],
	['34600000001@lid', notANumber("is a messenger's internal ID, not a phone number")],
	['120363041234567890@g.us', notANumber('is the address of a group, not a phone number')],
	['a34600000001', noNumber],
	['cus_1000457', noNumber],
	['+1-800-FLOWERS', noNumber],
	['600000001abc', noNumber],
	['+34 600 000\n001', noNumber],
	['0'.repeat(61), noNumber],
	['34+600000001', severalNumbers],
	['600000001 600000002', severalNumbers],
	['030 1234 / 030 5678', severalNumbers],
	['+34600000001 +34600000002', severalNumbers],
])('readPhoneNumber recognizes text other than one phone number: %j', (text, problem) => {
	expect(read(text, '34')).toEqual(problem);
});

const ofSpain = 'is not a number of the country code +34';
const digitCount = 'has too few or too many digits for the country code +34';

it.each([
	['600 000', { rejection: ofSpain }],
	['(201) 871-2957', { rejection: ofSpain }],
	['0600 000-123', { rejection: ofSpain }],
	['0600 000 0012', { rejection: ofSpain }],
	['+999 600 000 001', { rejection: 'has an unknown country code', compact: '+999600000001' }],
	['+34 600', { rejection: digitCount, compact: '+34600' }],
	['+34 0600 000 001', { rejection: digitCount, compact: '+340600000001' }],
	['0034 0600 000 001', { rejection: digitCount }],
	['+34 600 000 00123', { rejection: digitCount, compact: '+3460000000123' }],
	['0034 600', { rejection: digitCount }],
	['+34 600 000 001 ext. 5', { rejection: 'has an extension' }],
	['+34600000001 x5', { rejection: 'has an extension' }],
])('readPhoneNumber recognizes a number that no numbering plan contains: %s', (text, problem) => {
	expect(read(text, '34')).toEqual({ kind: 'unknownNumber', ...problem });
});

it.each([
	['15550100006', undefined, { kind: 'noPlus', number: '+15550100006', digits: '15550100006' }],
	[
		'4407400123456',
		undefined,
		{ kind: 'noPlus', number: '+447400123456', digits: '4407400123456' },
		'digits',
	],
	['15550100006', '34', { kind: 'noPlus', number: '+15550100006', digits: '15550100006' }],
	['600 000 001', undefined, { kind: 'noCountryCode' }],
	// With a plus sign, the digits would be a number in Egypt.
	['(201) 871-2957', undefined, { kind: 'noCountryCode' }, 'digits'],
	['(201) 871-2957', undefined, { kind: 'noCountryCode' }],
] as const)(
	'readPhoneNumber recognizes a number without a plus sign: %s, default country code %s',
	(text, code, problem, format: 'digits' | 'e164' = 'e164') => {
		expect(read(text, code, format)).toEqual(problem);
	},
);

it.each([
	['4915123456789', '49', 'e164', ['+494915123456789', '+4915123456789']],
	['+39 (0) 312 345 6789', undefined, 'e164', ['+3903123456789', '+393123456789']],
	['34600000001', '49', 'digits', ['+4934600000001', '+34600000001']],
	// The old form of a Mexican number, which channels still contain.
	['5215512345678', '49', 'digits', ['+495215512345678', '+5215512345678']],
] as const)(
	'readPhoneNumber recognizes an ambiguous number: %s, default country code %s, format %s',
	(text, code, format, numbers) => {
		expect(read(text, code, format)).toEqual({
			...{ kind: 'ambiguous', numbers },
			...(/^\d+$/.test(text) && { digits: text }),
		});
	},
);

/** Spaces, punctuation, and invisible characters. */
const separator = fc.string({
	unit: fc.constantFrom(...Array.from(' .-[]\t\u00A0\u202F\u2010\u2013\u2014\u2212\u200E\u202A')),
	maxLength: 2,
});
const gaps = fc.array(separator, { minLength: 13, maxLength: 13 });

it('readPhoneNumber ignores separators', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[6-9]\d{8}$/), gaps, (national, separators) => {
			const number = `+34${national}`;
			const separated = separators.map((gap, index) => gap + (number[index] ?? '')).join('');
			const inGroups = separated.replace(/\d{7}/g, (group) => group.replace(/(\d{3})/, '$1 '));
			expect(read(inGroups)).toBe(number);
			expect(read(inGroups.replace('+', '00'))).toBe(number);
			expect(read(inGroups, '33')).toBe(number);
		}),
	);
});
