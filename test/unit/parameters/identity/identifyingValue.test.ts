import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { readContact } from '../../../../nodes/ChannelMessaging/parameters/contactLocator';
import {
	readContactMatch,
	readCustomFieldMatch,
} from '../../../../nodes/ChannelMessaging/parameters/matchOnField';
import { ParameterError } from '../../../../nodes/ChannelMessaging/parameters/parameterError';
import {
	campaignOption,
	idempotencyKeyOption,
	readSendOnce,
} from '../../../../nodes/ChannelMessaging/parameters/sendOnceOptions';
import type { PhoneNumberFormat } from '../../../../nodes/ChannelMessaging/phoneNumbers/phoneNumberSettings';
import { itemParameters } from '../itemParameters';
import { parameterErrorOf } from '../parameterErrorOf';

const formats: PhoneNumberFormat[] = ['e164', 'digits', 'asWritten'];

/** Returns whether a value is rejected as the value of *Contact* and of *Match Value*. */
function isRejected(name: string, value: unknown, format: PhoneNumberFormat = 'e164'): boolean {
	const mode = name === 'phone' || name === 'email' ? name : 'customField';
	const selected = mode === 'customField' ? `${name}=${String(value)}` : value;
	const contact = { contactId: { mode, value: selected } };
	const match = { fieldName: name, fieldValue: value };
	const results = [
		() => readContact(itemParameters(contact, {}, 'other', { format })),
		() => readContactMatch(itemParameters(match, {}, 'other', { format })),
	].map((read) => {
		try {
			read();
			return false;
		} catch (error) {
			if (error instanceof ParameterError) return true;
			throw error;
		}
	});
	expect(new Set(results).size).toBe(1);
	return results[0] === true;
}

const missing = ['null', 'undefined', '[object Object]', 'C-undefined', 'C-null', '[object Array]'];
const spreadsheetErrors = ['N/A', 'n/a', '#N/A', '#####', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!'];
const localErrors = ['#¡VALOR!', '#¿NOMBRE?', '#WERT!', '#NV', '#N/D', '#Н/Д', '#BEZUG!'];
const otherLanguages = ['nan', 'NaT', '<NA>', '<nil>', 'Invalid date', 'undefined undefined'];
const unresolved = [
	...['{{ $json.id }}', 'C-{{id}}', 'C-${id}', '{customerid}', 'C-{id}', '*|ID|*', 'C-*|ID|*'],
	...['<% id %>', '<%= id %>', '%id%', '%%customer_id%%', 'C-%id%', '%first_name%@example.com'],
];
const joined = ['C-NULL', 'C-None', 'C-nan', 'order-nan', '12_nan', 'C-nan-2026', 'nan-2026'];
const otherJoined = ['NULL-1', 'None@example.com', 'C-<nil>', 'C-(null)', 'None, None', 'nil'];
const notIdentities = [
	'4.479E+11',
	'4,479e+11',
	'1e+21',
	'-',
	'--',
	'—',
	'?',
	'...',
	'=',
	'""',
	'ー',
];
const allFields = [...localErrors, ...otherLanguages, ...unresolved, ...notIdentities, ...joined];
const notPhones = [
	...['4.479E+11', '4,479E+11', '1.2e12', '0', '+', '-', '--', '.', '?', 'none', 'unknown', 'Ana'],
	...['12', '000000000', '+0000000000', '1111111', '123456789', '1234567890', 'false'],
	...['02079460001, 02079460002', 'ana@example.com'],
];
const notEmails = [
	'0',
	'-',
	'none',
	'ana',
	'@example.com',
	'ana@',
	'a@b.example, c@d.example',
	'@',
];

const invisible = fc.string({
	unit: fc.constantFrom('\u200B', '\uFEFF', '\u00AD', '\u2060', '\u202A', ' ', '\u00A0', '\t'),
	maxLength: 3,
});

it.each([
	['phone', [...missing, ...spreadsheetErrors, ...allFields, ...notPhones]],
	['email', [...missing, ...spreadsheetErrors, ...allFields, ...notEmails, 'undefined@a.example']],
	['email', ['NULL@example.com', 'None@example.com', '{name}@example.com']],
	['customerid', [...missing, ...spreadsheetErrors, ...allFields, 'NULL', 'NaN', '']],
	['customerid', [...otherJoined, 'None']],
	[
		'lastName',
		[...missing, ...spreadsheetErrors, ...allFields].filter(
			(value) => value === 'C-NULL' || !joined.includes(value),
		),
	],
])(
	'a missing value, an error, or a placeholder never identifies a contact by %s',
	(name, texts) => {
		fc.assert(
			fc.property(
				fc.constantFrom(...texts),
				invisible,
				invisible,
				fc.constantFrom(...formats),
				(text, before, after, format) => {
					expect(isRejected(name, `${before}${text}${after}`, format)).toBe(true);
				},
			),
			{ numRuns: 500 },
		);
	},
);

it.each([
	[
		'customerid',
		[
			'0',
			'00',
			'12E5',
			'1e3',
			'none',
			'4.4790000001E+10',
			'12',
			'false',
			'Null-1',
			'undefinedness',
			...['N-100', 'C-Nil', 'nile-4', 'nancy', 'nan-li', 'li.nan', 'hai-nan-dao', 'Nonesuch-3'],
			...['{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', '100%', '5%-10%', 'a%20b', 'x%C3%A9%C3%A1'],
			...['https://shop.example/caf%C3%A9?%7Bid%7D', '#1042', '<1042>', '{1042}', '*1042*'],
			...['gid://shopify/Customer/1042', '10/2026', 'SECOND-TO-NONE', 'NULLARBOR-1', 'ND-7'],
		],
	],
	[
		'lastName',
		['Null', 'Nan', 'Na', 'Undefinedov', 'None', 'null & void', 'Ann', 'Nil', 'Nan Li', 'Ya-nan'],
	],
	[
		'email',
		[
			...['undefinedness@example.com', 'null1@example.com', 'ana@localhost', 'nil@example.com'],
			...['nan.li@example.com', 'nan_1985@example.com', 'li-nan@example.com', 'nan@example.com'],
			...['ana+shop@example.com', "o'neil@example.com", 'x%y@example.com', 'none@example.com'],
		],
	],
	[
		'phone',
		[
			'+44 20 7946 0001',
			'020 7946 0001',
			'+44 20 7946 0001 ext. 5',
			'+999 600 000 001',
			'tel:+44-20-7946-0001',
			'(020) 7946-0001',
		],
	],
	['phone', ['0044 20 7946 0001', '4.4207946000100E+11', '"+442079460001"', '+٤٤٢٠٧٩٤٦٠٠٠١']],
])('a legitimate value identifies a contact by %s', (name, texts) => {
	for (const text of texts) expect([text, isRejected(name, text)]).toEqual([text, false]);
});

it('the error for a custom field with the name of a method contains only its advice', () => {
	const match = itemParameters({ fieldName: 'constructor', fieldValue: '-' });

	expect(parameterErrorOf(() => readContactMatch(match)).advice).toBe(
		'Correct the value, or leave out the item with an If or Filter node.',
	);
});

it('every number that libphonenumber reads identifies a contact', () => {
	const digits = fc.stringMatching(/^\+[1-9]\d{7,14}$/);
	fc.assert(
		fc.property(digits, fc.constantFrom(...formats), (number, format) => {
			fc.pre(parsePhoneNumberFromString(number)?.isValid() === true);
			expect(isRejected('phone', number, format)).toBe(false);
		}),
		{ numRuns: 1_000 },
	);
});

it('Get Many searches for any text', () => {
	for (const fieldValue of [...missing, ...spreadsheetErrors, ...notPhones]) {
		const search = { fieldName: 'phone', fieldValue };
		expect(readCustomFieldMatch(itemParameters(search)).value).toBe(fieldValue);
	}
});

it.each([idempotencyKeyOption, campaignOption])(
	"a placeholder isn't accepted as $displayName",
	(option) => {
		for (const value of [
			...[...missing, ...spreadsheetErrors, ...allFields, ...otherJoined, 'None', 'spring null'],
			...['spring NULL', '\u200B', true, false],
		]) {
			const parameters = itemParameters({ options: { [option.name]: value } });
			expect(() => readSendOnce(parameters, [option])).toThrow(ParameterError);
		}
	},
);
