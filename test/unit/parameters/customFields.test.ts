import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';
import {
	customFieldsFields,
	readCustomFields,
} from '../../../nodes/ChannelMessaging/parameters/customFields';
import { assertMaxItems } from '../../../nodes/ChannelMessaging/parameters/maxEntriesPerRequest';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

type Values = Record<string, unknown>;
const readList = (values: Values, input?: IDataObject, least: 0 | 1 = 1) =>
	readCustomFields(itemParameters(values, input), least, 'existing');
const read = (values: Values, input?: IDataObject) =>
	readList(values, input).entries.map(({ name, value }) => ({ name, value }));
const errorOf = (values: Values, input?: IDataObject) =>
	parameterErrorOf(() => read(values, input));
const rows = (...field: unknown[]): Values => ({ customFields: { field } });
const json = (customFieldsJson: unknown): Values => ({ mappingMode: 'json', customFieldsJson });
const mapped = (values: Values = {}): Values => ({ mappingMode: 'autoMapInputData', ...values });
const selected = (inputFieldNames: unknown) => mapped({ inputFields: 'selected', inputFieldNames });
const allExcept = (inputFieldNames: unknown) => mapped({ inputFields: 'except', inputFieldNames });

const phone = { name: 'phone', value: '+442079460001' };
const email = { name: 'email', value: 'ana@example.com' };

/** Characters that names lose: Unicode's ignorable characters, and the blank Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u;

it('readCustomFields reads any names and texts from rows, JSON, and the input item', () => {
	const names = fc.oneof(
		fc.constantFrom('name', 'value', '__proto__', 'constructor', 'toString'),
		fc
			.string({ unit: 'grapheme' })
			.filter((text) => text !== '' && text === text.trim() && !invisible.test(text)),
	);
	const texts = fc.string({ unit: 'grapheme' }).map((text) => text.trim());
	const lists = fc.uniqueArray(fc.record({ name: names, value: texts }), {
		selector: ({ name }) => name,
		minLength: 1,
	});
	fc.assert(
		fc.property(lists, (list) => {
			const object = Object.fromEntries(list.map(({ name, value }) => [name, value]));
			const entries = Object.entries(object).map(([name, value]) => ({ name, value }));
			expect(read(rows(...list))).toEqual(list);
			expect(read(json(list))).toEqual(list);
			expect(read(mapped({ options: { saveDoubtfulText: true } }), object)).toEqual(entries);
			// Probably a single assignment outside a list.
			if (list.length === 2 && 'name' in object && 'value' in object) return;
			expect(read(json(object))).toEqual(entries);
			expect(read(json(JSON.stringify(object)))).toEqual(entries);
		}),
	);
});

it('readCustomFields trims values, except multiline text', () => {
	const list = [
		{ name: 'city', value: ' Lugo\u00A0' },
		{ name: 'note', value: '  - one\n  - two' },
		{ name: 'nickname', value: ' ' },
	];
	expect(read(rows(...list))).toEqual([
		{ name: 'city', value: 'Lugo' },
		{ name: 'note', value: '  - one\n  - two' },
		{ name: 'nickname', value: '' },
	]);
});

const blankFields = [
	{ name: 'city', value: ' \n' },
	{ name: 'nickname', value: '\u200B' },
	{ name: 'phone', value: '\u200E' },
	{ name: 'lastName', value: '\u00A0\u2800' },
];

it('Ignore Empty Values skips blank values', () => {
	const values = rows(...blankFields, email);
	expect(read({ ...values, options: { ignoreEmptyValues: true } })).toEqual([email]);
});

it('Ignore Empty Values clears nothing if its expression returns nothing', () => {
	const values = { ...rows(...blankFields, email), options: { ignoreEmptyValues: null } };
	expect(errorOf(values).message).toBe("'Ignore Empty Values' has no value");
});

it('blank values clear custom fields', () => {
	expect(read(rows(...blankFields))).toEqual(blankFields.map(({ name }) => ({ name, value: '' })));
});

it('readCustomFields reads rows with names from the list or as text', () => {
	const values = rows(
		{ ...phone, name: { __rl: true, mode: 'list', value: 'phone' }, id: 'unused' },
		{ ...email, name: { __rl: true, mode: 'name', value: 'email' } },
	);
	expect(read(values)).toEqual([phone, email]);
});

it('readCustomFields rejects inherited properties of the input item', () => {
	expect(errorOf(selected('toString'), { phone: '1' }).message).toBe(
		"'Field Names' contains 'toString', which is not a field of the item",
	);
});

it('readCustomFields joins lists from the input item', () => {
	expect(read(mapped(), { interests: ['cars', 'music'], none: [] })).toEqual([
		{ name: 'interests', value: 'cars, music' },
		{ name: 'none', value: '' },
	]);
});

it('readCustomFields leaves out empty entries in a list from the input item', () => {
	const fields = { city: [null, 'Lugo', ' '], emails: ['', '\u200B', null], phone: [null] };

	expect(read(mapped({ options: { ignoreEmptyValues: true } }), fields)).toEqual([
		{ name: 'city', value: 'Lugo' },
	]);
	expect(read(allExcept('phone'), fields)).toEqual([
		{ name: 'city', value: 'Lugo' },
		{ name: 'emails', value: '' },
	]);
});

it('Ignore Empty Values skips selected fields that are missing from the input item', () => {
	const values = { ...selected(['city', 'email']), options: { ignoreEmptyValues: true } };

	expect(read(values, { city: 'Lugo' })).toEqual([{ name: 'city', value: 'Lugo' }]);
});

it('readCustomFields suggests a field of the input item that differs only in case', () => {
	const { message, advice } = errorOf(selected('email'), { Email: 'ana@mail.example' });

	expect(message).toBe("'Field Names' contains 'email', which is not a field of the item");
	expect(advice).toContain("Did you mean 'Email'?");
});

const rowName = "'Name' of custom field 1 in 'Custom Fields'";
const rowValue = "'Value' of custom field 1 in 'Custom Fields'";
const field = "'Custom Fields as JSON'";
const checkSyntax =
	'Check the quotes, commas, and braces, or make an expression return an object or a list.';
const keepOne = 'Keep only one of them, because the result would be unpredictable.';
const noValue =
	"Check the expression or the data that it comes from. Empty text clears the field, and 'Ignore Empty Values' leaves it unchanged.";
const stringify = 'JSON.stringify()';

it.each<[message: string, Values, advice: string]>([
	[`${rowName} is empty`, rows({ name: { mode: 'list', value: '' } }), 'Enter a value'],
	[
		`${rowName} is an object, but must be text`,
		rows({ name: { first: 'a' }, value: 'a' }),
		stringify,
	],
	[`${rowValue} is a list, but must be text`, rows({ name: 'a', value: ['a'] }), stringify],
	[`${rowValue} has no value`, rows({ name: 'a' }), noValue],
	["'Custom Fields' has the name 'phone' more than once", rows(phone, email, phone), keepOne],
	[`${field}, with an empty name, is empty`, json({ '': 'x' }), 'Enter a value'],
	[`'a' in ${field} is an object, but must be text`, json({ a: { b: 1 } }), stringify],
	[`'phone' in ${field} has no value`, json({ phone: null }), noValue],
	[`'name' of entry 2 in ${field} is empty`, json([phone, { value: 'x' }]), 'Enter a value'],
	[
		`'value' of entry 1 in ${field} is a list, but must be text`,
		json([{ name: 'a', value: [] }]),
		stringify,
	],
	[
		`${field}, entry 1, is not an object with name and value`,
		json(['phone']),
		'Write each entry as {"name": "phone", "value": "+442079460001"}.',
	],
	[
		`${field} would set custom fields called name and value`,
		json(phone),
		'To set a custom field, use {"phone": "+442079460001"} or [{"name": "phone", "value": "+442079460001"}].',
	],
	[`${field} is not valid JSON: '{phone: 1}'`, json('{phone: 1}'), checkSyntax],
	[`${field} is empty`, json(' '), checkSyntax],
	[
		`${field} is 'phone', neither an object nor a list`,
		json('"phone"'),
		'Enter an object of names and values, such as {"phone": "+442079460001"}.',
	],
	[
		`${field} has the name 'phone' more than once`,
		json('{"phone": 1, "email": 2, "phone": 3}'),
		keepOne,
	],
])('readCustomFields rejects a value: %s', (message, values, advice) => {
	const error = errorOf(values);

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

describe.each<[string, (fields: IDataObject) => Values]>([
	['rows', (fields) => rows(...Object.entries(fields).map(([name, value]) => ({ name, value })))],
	['JSON', json],
	['the input item', () => mapped()],
])('From %s', (_title, valuesFor) => {
	it('Ignore Empty Values skips empty and missing values', () => {
		const fields = { phone: '', email: null, zero: 0, no: false };
		const values = { ...valuesFor(fields), options: { ignoreEmptyValues: true } };
		expect(read(values, fields)).toEqual([
			{ name: 'zero', value: '0' },
			{ name: 'no', value: 'false' },
		]);
	});

	it('readCustomFields normalizes phone numbers', () => {
		const fields = { phone: '+44 20-7946-0001' };
		expect(read(valuesFor(fields), fields)).toEqual([phone]);
	});
});

it.each<[string, Values, owner: string]>([
	['rows', {}, "'Custom Fields' has"],
	[
		'rows with ignored values',
		{ ...rows({ name: 'phone', value: '' }), options: { ignoreEmptyValues: true } },
		"'Custom Fields' has",
	],
	['JSON', json('{}'), "'Custom Fields as JSON' has"],
	['the input item', mapped(), "'Mapping Mode' maps"],
])('readCustomFields rejects an empty list if a field is required: %s', (_title, values, owner) => {
	expect(errorOf(values)).toMatchObject({
		message: `${owner} no custom field with a value`,
		advice: 'Enter at least one name and value, and check the options that exclude fields.',
	});
	expect(readList(values, {}, 0).entries).toEqual([]);
});

it.each([
	[
		'one empty row if a field is required',
		1,
		{ field: [{ name: { __rl: true, mode: 'list', value: '' }, value: '' }] },
	],
	['no rows if all fields are optional', 0, {}],
] as const)('Custom Fields has %s', (_title, least, defaultValue) => {
	const field = customFieldsFields(least).find(({ name }) => name === 'customFields');

	const typeOptions = { minRequiredFields: least, maxAllowedFields: limits.customFieldsPerRequest };
	expect(field).toMatchObject({ required: least === 1, typeOptions });
	expect(field?.default).toEqual(defaultValue);
});

it('a JSON list must not repeat a name, whether or not empty values are ignored', () => {
	const list = json([
		{ name: 'city', value: '' },
		{ name: 'city\uFEFF', value: 'Lugo' },
	]);
	for (const ignoreEmptyValues of [true, false]) {
		expect(errorOf({ ...list, options: { ignoreEmptyValues } }).message).toContain(
			"has the name 'city' more than once",
		);
	}
});

describe('Map Automatically', () => {
	const addedByN8n = {
		row_number: 2,
		submittedAt: '2026-11-22T15:51:00.000Z',
		formMode: 'production',
		formQueryParameters: { utm_source: 'mail' },
		toolCallId: 'call_1',
	};
	// A question in the chat that an earlier node read. Saving it could replace a newer one.
	const question = { n8nQuestion: 'n8n-question-1:c2VhbGVk' };
	const input = { ...addedByN8n, ...question, phone: phone.value, email: email.value };

	it.each([
		['excludes fields that n8n or a question adds', mapped(), [phone, email]],
		['excludes fields that n8n adds from All Except', allExcept('email, notes'), [phone]],
		[
			'includes selected fields that n8n adds',
			selected(['phone', 'row_number']),
			[phone, { name: 'row_number', value: '2' }],
		],
	])('Map Automatically %s', (_title, values, assignments) => {
		expect(read(values, input)).toEqual(assignments);
	});

	const ofInput = (name: string) => `'${name}' of the input item, which 'Mapping Mode' maps,`;
	const leaveOut = "Leave it out with 'Input Fields', or convert it to text in an earlier node.";
	it.each<[message: string, IDataObject, advice: string]>([
		[`${ofInput('a')} is an object, but must be text`, { a: { b: 1 } }, leaveOut],
		[`${ofInput('phone')} has no value`, { phone: null }, noValue],
		[`${ofInput('phone')} has no value`, { phone: [null, undefined] }, noValue],
		["'Mapping Mode' maps an input field whose name is empty", { '': 1 }, 'Enter a value'],
	])('Map Automatically rejects a field: %s', (message, fields, advice) => {
		const error = errorOf(mapped(), fields);

		expect(error.message).toBe(message);
		expect(error.advice).toContain(advice);
	});

	it.each([
		['empty text as the selected fields', selected('')],
		['an empty list as the excluded fields', allExcept([])],
	])('Map Automatically rejects %s', (_title, values) => {
		expect(errorOf(values, input)).toMatchObject({
			message: "'Field Names' is empty",
			advice: "Enter at least one field, or set 'Input Fields' to 'All'.",
		});
	});

	it('Field Names is shown only for All Except and Selected', () => {
		const names = customFieldsFields(1).find(({ name }) => name === 'inputFieldNames');
		expect(names?.displayOptions?.show?.inputFields).toEqual(['except', 'selected']);
	});
});

it('assertMaxItems rejects more custom fields than the service accepts', () => {
	const max = limits.customFieldsPerRequest;
	const fields = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index)}`, 'x']));
	const options = { ignoreEmptyValues: true };

	const list = readList({ ...mapped(), options }, { ...fields(max), empty: '' });
	expect(assertMaxItems(list)).toHaveLength(max);

	const longList = readList(mapped(), fields(max + 1));
	expect(parameterErrorOf(() => assertMaxItems(longList))).toMatchObject({
		message: `'Mapping Mode' maps ${String(max + 1)} custom fields, but the service accepts at most ${String(max)}`,
		advice: 'Remove 1, or split them across several items.',
	});
});

it('Map Automatically reads 1,000 input fields in linear time', () => {
	const names = Array.from({ length: 1_000 }, (_, index) => `Column ${String(index)}`);
	const start = performance.now();

	const { entries } = readList(mapped(), Object.fromEntries(names.map((name) => [name, 'x'])));

	expect(entries.map(({ name }) => name)).toEqual(names);
	// Quadratic time would be many seconds, and linear time is a few milliseconds.
	expect(performance.now() - start).toBeLessThan(2_000);
});
