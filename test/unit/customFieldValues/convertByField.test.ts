import fc from 'fast-check';

import {
	keyOf,
	valuesOf,
} from '../../../nodes/ChannelMessaging/customFieldValues/customFieldReference';
import { convertByField } from '../../../nodes/ChannelMessaging/customFieldValues/convertByField';
import { countryCodes } from '../../../nodes/ChannelMessaging/phoneNumbers/numberingPlans';

const formats = ['e164', 'digits', 'asWritten'] as const;

it.each([
	['e164', '0034 600 000 001', '+34600000001', ['34600000001', '0034 600 000 001']],
	['digits', ' +34600000001', '34600000001', [' +34600000001', '+34600000001']],
	['digits', '34600000001', '34600000001', ['+34600000001']],
	['e164', '600 000 001', '+34600000001', ['34600000001', '600 000 001']],
	['asWritten', ' 600 000 001\u200B', '600 000 001', [' 600 000 001\u200B']],
] as const)(
	'convertByField returns a number in the format %s and its other formats: %s',
	(format, text, value, otherValues) => {
		const settings = { format, defaultCountryCode: '34' };
		const reference = { kind: 'customField', name: 'phone', value, otherValues };
		expect(convertByField('phone', text, settings)).toEqual(reference);
	},
);

it.each([
	['4915123456789', '49', ['+494915123456789', '494915123456789', '+4915123456789']],
	['15550100006', undefined, ['+15550100006']],
	['2018712957', '34', ['+2018712957']],
	['2018712957', undefined, ['+2018712957']],
	['521 55 1234 5678', undefined, ['+5215512345678', '5215512345678']],
	['600 000 001', undefined, undefined],
	['+34 600 000 001 ext. 5', '34', undefined],
	['600 000', '34', undefined],
])(
	'convertByField saves %s unchanged (default country code %s) and searches its interpretations',
	(text, defaultCountryCode, otherValues) => {
		const { value, problem, ...rest } = convertByField('phone', text, {
			format: 'e164',
			defaultCountryCode,
		});
		expect(value).toBe(text);
		expect(rest.otherValues).toEqual(otherValues);
		expect(problem).toBeDefined();
	},
);

it('convertByField removes only the separators of a number that no numbering plan contains', () => {
	for (const text of ['+52 1 55 1234 5678', '+5215512345678', '(+52) 1-55-1234-5678']) {
		const reference = convertByField('phone', text, { format: 'e164' });
		expect(reference.value).toBe('+5215512345678');
		expect(reference.problem?.kind).toBe('unknownNumber');
		expect(valuesOf(reference)).toEqual(expect.arrayContaining(['5215512345678', text]));
	}
});

it.each([
	['the old form of Mexico', '+52 1 55 1234 5678', '+5215512345678', '+525512345678'],
	['the form of a gateway in Mexico', '5215512345678', '5215512345678', '+525512345678'],
	['the new form of Mexico', '+525512345678', '+525512345678', '+5215512345678'],
	['a mobile number in Brazil', '+5511987654321', '+5511987654321', '+551187654321'],
	['an old mobile number in Brazil', '+551187654321', '+551187654321', '+5511987654321'],
	['a fixed-line number in Brazil', '+551137654321', '+551137654321', undefined],
	['a new number in Brazil that was never old', '+5511937654321', '+5511937654321', undefined],
	['a mobile number in Argentina', '+5491123456789', '+5491123456789', '+541123456789'],
	['a number in Argentina', '+541123456789', '+541123456789', '+5491123456789'],
	['a number in Spain', '+34600000001', '+34600000001', undefined],
])(
	'convertByField searches for the other form of %s and never saves it',
	(_, text, value, form) => {
		const reference = convertByField('phone', text, { format: 'e164' });
		expect(reference.value).toBe(value);
		expect(reference.otherForm).toEqual(form === undefined ? undefined : [form, form.slice(1)]);
	},
);

it.each([
	['ana@example.com', undefined],
	['Ana@Example.COM', { otherForm: ['Ana@Example.COM'] }],
	[
		' mailto:ana@example.com\u200B',
		{ otherValues: ['mailto:ana@example.com', ' mailto:ana@example.com\u200B'] },
	],
	['Ana Vega <ana@example.com>', { otherValues: ['Ana Vega <ana@example.com>'] }],
	['"ana@example.com",', { otherValues: ['"ana@example.com",'] }],
	['<Ana@example.com>', { otherValues: ['<Ana@example.com>'], otherForm: ['Ana@example.com'] }],
	['(ana@example.com)', { otherValues: ['(ana@example.com)'] }],
	[
		'Ana < ana@example.com >; ',
		{ otherValues: ['Ana < ana@example.com >;', 'Ana < ana@example.com >; '] },
	],
	['ana@example。com。', { otherValues: ['ana@example。com。'] }],
	['mailto:ana@example.com?subject=Hi', { otherValues: ['mailto:ana@example.com?subject=Hi'] }],
])('convertByField reads the email address in %s', (text, others) => {
	expect(convertByField('email', text, { format: 'e164' })).toEqual({
		kind: 'customField',
		name: 'email',
		value: 'ana@example.com',
		...others,
	});
});

it('convertByField saves a full-width email address as ASCII', () => {
	expect(
		convertByField('email', 'Ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', { format: 'e164' }),
	).toMatchObject({
		value: 'ana@example.com',
	});
});

it('convertByField saves one form of an email address with combining accents', () => {
	const read = (form: string) =>
		convertByField('email', 'jürgen@müller.example'.normalize(form), { format: 'e164' });

	expect(read('NFD').value).toBe(read('NFC').value);
	expect(read('NFD').otherValues).toEqual(['jürgen@müller.example'.normalize('NFD')]);
});

it.each([
	...['[ana@example.com]', '［ana@example.com］', 'ana@example.com]', '[mailto:ana@example.com].'],
	...['(mailto:ana@example.com)', 'mailto:[ana@example.com]', 'mailto:<ana@example.com>'],
	...['*ana@example.com*', '(_ana@example.com_)', '**mailto:ana@example.com**!'],
])('convertByField removes the punctuation around the email address in %s', (text) => {
	const { value, otherValues } = convertByField('email', text, { format: 'e164' });

	expect(value).toBe('ana@example.com');
	expect(otherValues).toEqual([text]);
});

it.each(['ana@[192.168.0.1]', '_ana@example.com', '*ana@example.com'])(
	'convertByField keeps the punctuation of the email address %s',
	(text) => {
		expect(convertByField('email', `(${text}).`, { format: 'e164' }).value).toBe(text);
	},
);

it('convertByField keeps text that is not a single email address', () => {
	for (const text of [
		...['Ana', 'A@b.example, c@d.example', 'A@B@c', 'Eve (Eve@b.example) <A@c>'],
		...[
			'[Ana](mailto:ana@example.com)',
			'ana@example.com[1]',
			'Ana(ana@example.com)',
			'Ana <ana@example.com> 1',
		],
	]) {
		const entered = ` ${text}\u200B`;
		expect(convertByField('email', entered, { format: 'e164' })).toEqual({
			...{ kind: 'customField', name: 'email', value: text },
			otherValues: [entered],
		});
	}
});

it.each([
	[' A1 ', { value: 'A1', otherValues: [' A1 '] }],
	[' one\n  two ', { value: ' one\n  two ', otherValues: ['one\n  two'] }],
	['A 1', { value: 'A 1' }],
	[' ', { value: '' }],
])('convertByField searches %j with and without surrounding spaces', (text, expected) => {
	const reference = convertByField('customerid', text, { format: 'e164' });
	expect(reference).toEqual({ kind: 'customField', name: 'customerid', ...expected });
});

it('convertByField also searches a number with the format As Written as entered', () => {
	const entered = ' 0034 600 000 001\u200b';
	const { value, otherValues } = convertByField('phone', entered, { format: 'asWritten' });
	expect([value, otherValues]).toEqual(['0034 600 000 001', [entered]]);
});

it.each([
	['another custom field', 'customerid', '0600 000-123', 'e164'],
	['empty text, which clears the field', 'phone', '', 'e164'],
	['a channel with the format As Written', 'phone', '0034 600 000 001', 'asWritten'],
] as const)('convertByField keeps the text of %s', (_title, name, text, format) => {
	const reference = convertByField(name, text, { format, defaultCountryCode: '34' });
	expect(reference).toEqual({ kind: 'customField', name, value: text });
});

const anyCountryCode = fc.option(fc.constantFrom(...new Set(countryCodes.values())), {
	nil: undefined,
});
const anyText = fc.oneof(
	fc.stringMatching(/^(\+|00|0|011)?\d{4,15}$/),
	fc.stringMatching(/^\+?[\d ()./-]{4,20}$/),
	anyCountryCode.chain((code = '') => fc.stringMatching(/^\d{6,11}$/).map((rest) => code + rest)),
	fc.string(),
);

const anySettings = fc.record({
	format: fc.constantFrom(...formats),
	defaultCountryCode: anyCountryCode,
});

it('saving a number that was already saved changes nothing', () => {
	fc.assert(
		fc.property(anyText, anySettings, (text, settings) => {
			const { value } = convertByField('phone', text, settings);
			expect(convertByField('phone', value, settings).value).toBe(value);
		}),
		{ numRuns: 2_000 },
	);
});

it("saving a number in the channel's format changes nothing, with any default country", () => {
	const anyNumber = fc
		.tuple(anyText, anyCountryCode)
		.map(([text, defaultCountryCode]) => {
			const settings = { format: 'e164', defaultCountryCode } as const;
			return convertByField('phone', text, settings).value;
		})
		.filter((value) => value.startsWith('+') && isNumber(value));
	fc.assert(
		fc.property(anyNumber, anySettings, (number, settings) => {
			const stored = settings.format === 'digits' ? number.slice(1) : number;
			expect(convertByField('phone', stored, settings).value).toBe(stored);
		}),
		{ numRuns: 2_000 },
	);
});

/** Returns whether text in E.164 format is exactly one number. */
function isNumber(text: string): boolean {
	return convertByField('phone', text, { format: 'e164' }).problem === undefined;
}

it('every text is saved as an E.164 number in the format of the channel, or unchanged with a problem', () => {
	fc.assert(
		fc.property(
			anyText,
			fc.constantFrom('digits', 'e164'),
			anyCountryCode,
			(text, format, defaultCountryCode) => {
				fc.pre(text.trim() !== '');
				const settings = { format, defaultCountryCode } as const;
				const { value, problem } = convertByField('phone', text, settings);
				const isInFormat = (format === 'digits' ? /^[1-9]\d{4,14}$/ : /^\+[1-9]\d{4,14}$/).test(
					value,
				);
				const isCompact =
					problem !== undefined &&
					(('compact' in problem && value === problem.compact) ||
						('digits' in problem && value === problem.digits));
				expect(problem === undefined ? isInFormat : value === text.trim() || isCompact).toBe(true);
			},
		),
		{ numRuns: 2_000 },
	);
});

test('keyOf returns equal keys only for equal names and values', () => {
	const anyReference = fc.record({
		kind: fc.constant('customField' as const),
		name: fc.string({ maxLength: 2 }),
		value: fc.string({ maxLength: 2 }),
		otherValues: fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
	});
	fc.assert(
		fc.property(anyReference, anyReference, (a, b) => {
			const parts = ({ name, value, otherValues }: typeof a) => [name, value, ...otherValues];
			const isEqual = JSON.stringify(parts(a)) === JSON.stringify(parts(b));
			expect(keyOf(a) === keyOf(b)).toBe(isEqual);
		}),
		{
			examples: [
				[
					{ kind: 'customField', name: 'a","b', value: 'c', otherValues: [] },
					{ kind: 'customField', name: 'a', value: 'b","c', otherValues: [] },
				],
			],
		},
	);
});

it('digits are saved so that every way to write them finds them', () => {
	const decorations: ReadonlyArray<(digits: string) => string> = [
		(digits) => `"${digits}"`,
		(digits) => `'${digits}`,
		(digits) => `Tel. ${digits}`,
		(digits) => `${digits}.0`,
		(digits) => `${digits.slice(0, 1)}.${digits.slice(1)}E${String(digits.length - 1)}`,
		(digits) => `\u202A${digits}\u202C`,
		(digits) => digits,
	];
	const decoration = fc.constantFrom(...decorations);
	fc.assert(
		fc.property(
			fc.constantFrom('15550100006', '34600000001', '492214710001', '621234567'),
			...[decoration, decoration],
			fc.constantFrom('digits', 'e164'),
			anyCountryCode,
			(digits, saved, searched, format, defaultCountryCode) => {
				const read = (text: string) =>
					convertByField('phone', text, { format, defaultCountryCode });
				const { value } = read(saved(digits));
				expect(valuesOf(read(searched(digits)))).toContain(value);
				expect(value).toMatch(/^\+?\d+$/);
			},
		),
		{ numRuns: 1_000 },
	);
});

it.each([
	['phone', 'spaces', ' '],
	['phone', 'quotes', "'"],
	['email', 'dots', '.'],
])('convertByField reads a %s with 50,000 %s in linear time', (name, _title, character) => {
	const text = `ana@example${character.repeat(50_000)}com de`;
	const start = performance.now();

	expect(convertByField(name, text, { format: 'e164' }).value).toBe(text);

	// Quadratic time would be many seconds, and linear time is a few milliseconds.
	expect(performance.now() - start).toBeLessThan(2_000);
});

it('convertByField also searches for the old form of the number that digits are with a plus sign', () => {
	const settings = { format: 'e164', defaultCountryCode: '49' } as const;

	expect(convertByField('phone', '525512345678', settings)).toMatchObject({
		value: '+49525512345678',
		otherInterpretation: expect.arrayContaining(['+525512345678', '+5215512345678']) as string[],
	});
});
