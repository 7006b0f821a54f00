import type { IDataObject } from 'n8n-workflow';

import {
	customFieldsFields,
	readCustomFields,
} from '../../../nodes/ChannelMessaging/parameters/customFields';
import { chunk, assertMaxItems } from '../../../nodes/ChannelMessaging/parameters/textList';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

type Given = Record<string, unknown>;
const readList = (given: Given, input?: IDataObject, least: 0 | 1 = 1) =>
	readCustomFields(givenParameters(given, input), least);
const read = (given: Given, input?: IDataObject) => assertMaxItems(readList(given, input));
const errorOf = (given: Given, input?: IDataObject) => parameterErrorOf(() => read(given, input));
const rows = (...field: unknown[]): Given => ({ customFields: { field } });
const json = (customFieldsJson: unknown): Given => ({ mappingMode: 'json', customFieldsJson });
const mapped = (given: Given = {}): Given => ({ mappingMode: 'autoMapInputData', ...given });
const selected = (inputFieldNames: unknown) => mapped({ inputFields: 'selected', inputFieldNames });
const allExcept = (inputFieldNames: unknown) => mapped({ inputFields: 'except', inputFieldNames });

const phone = { name: 'phone', value: '+34600000001' };
const email = { name: 'email', value: 'ana@example.com' };
const item = { row: 7, phone: phone.value, email: email.value };
const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `field${String(index)}`, value: 'x' }));

describe('custom fields', () => {
	it.each<[string, Given]>([
		['rows', rows({ ...phone, id: 'left over' }, email)],
		[
			'rows with names from the list or typed',
			rows(
				{ ...phone, name: { __rl: true, mode: 'list', value: 'phone' } },
				{ ...email, name: { __rl: true, mode: 'name', value: 'email' } },
			),
		],
		['an object', json({ phone: phone.value, email: email.value })],
		['a list', json([phone, email])],
		['JSON text', json(`{"phone": "${phone.value}", "email": "${email.value}"}`)],
		['all fields of the input item except some', allExcept('row, notes')],
		['selected fields of the input item', selected(['phone', 'email'])],
	])('are read from %s, with nothing but name and value', (_, given) => {
		expect(read(given, item)).toEqual([phone, email]);
	});

	it('may be called name and value', () => {
		const both = [
			{ name: 'name', value: 'Ana' },
			{ name: 'value', value: '5' },
		];
		expect(read(json(both))).toEqual(both);
		expect(read(json({ name: 'Ana', value: '5', phone: phone.value }))).toEqual([...both, phone]);
	});

	it('may be named like what every object has', () => {
		const hostile = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c"}') as object;
		const assignments = [
			{ name: '__proto__', value: 'a' },
			{ name: 'constructor', value: 'b' },
			{ name: 'toString', value: 'c' },
		];
		expect(read(rows(...assignments))).toEqual(assignments);
		expect(read(json(JSON.stringify(hostile)))).toEqual(assignments);
		expect(read(mapped(), hostile as IDataObject)).toEqual(assignments);
		expect(errorOf(selected('toString'), { phone: '1' }).message).toBe(
			"'toString' of the input item, which 'Mapping Mode' maps, has no value",
		);
	});

	it.each<[unknown, string]>([
		[{ value: 'x' }, "'Name' of custom field 1 in 'Custom Fields' is empty"],
		[{ name: { mode: 'list', value: '' } }, "'Name' of custom field 1 in 'Custom Fields' is empty"],
		[
			{ name: { first: 'a' }, value: 'a' },
			"'Name' of custom field 1 in 'Custom Fields' is an object, but must be text",
		],
		[
			{ name: 'a', value: ['a'] },
			"'Value' of custom field 1 in 'Custom Fields' is a list, but must be text",
		],
	])('in rows refuse %j', (row, message) => {
		expect(errorOf(rows(row)).message).toBe(message);
	});

	const checkSyntax =
		'Check the quotes, commas, and braces, or make an expression return an object or a list.';
	const giveObject = 'Enter an object of names and values, such as {"phone": "+34600000001"}.';
	const giveEntries = 'Write each entry as {"name": "phone", "value": "+34600000001"}.';
	it.each<[unknown, string, string]>([
		[{ '': 'x' }, "'Custom Fields as JSON', with an empty name, is empty", 'Enter a value'],
		[
			{ a: { b: 1 } },
			"'a' in 'Custom Fields as JSON' is an object, but must be text",
			'JSON.stringify()',
		],
		[
			[phone, { value: 'x' }],
			"'name' of entry 2 in 'Custom Fields as JSON' is empty",
			'Enter a value',
		],
		[
			[{ name: 'a', value: [] }],
			"'value' of entry 1 in 'Custom Fields as JSON' is a list, but must be text",
			'JSON.stringify()',
		],
		[
			['phone'],
			"'Custom Fields as JSON', entry 1, is not an object with name and value",
			giveEntries,
		],
		[
			phone,
			"'Custom Fields as JSON' would set custom fields called name and value",
			'To set a custom field, use {"phone": "+34600000001"} or [{"name": "phone", "value": "+34600000001"}].',
		],
		['{phone: 1}', "'Custom Fields as JSON' is not valid JSON", checkSyntax],
		[' ', "'Custom Fields as JSON' is empty", checkSyntax],
		['"phone"', "'Custom Fields as JSON' is neither an object nor a list", giveObject],
	])('in JSON refuse %j', (given, message, advice) => {
		const fault = errorOf(json(given));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});

	const leaveOut = "Leave it out with 'Input Fields', or convert it to text in an earlier node.";
	it.each<[IDataObject, Given, string, string]>([
		[
			{ a: { b: 1 } },
			{},
			"'a' of the input item, which 'Mapping Mode' maps, is an object, but must be text",
			leaveOut,
		],
		[
			{ '': 1 },
			{},
			"'Mapping Mode' finds a field in the input item whose name is empty",
			'Enter a value',
		],
		[
			{ a: 1 },
			{ inputFields: 'except', inputFieldNames: {} },
			"'Field Names' is an object, but must be a list or comma-separated text",
			'Check the expression',
		],
	])('of the input item %j with the options %j are refused', (input, options, message, advice) => {
		const fault = errorOf(mapped(options), input);
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});

	it.each([
		['selected', ''],
		['selected', null],
		['except', []],
		['except', undefined],
	])('of the input item are rejected if the list of %s fields is %j', (inputFields, names) => {
		const fault = errorOf(mapped({ inputFields, inputFieldNames: names }), { a: 1 });
		expect(fault.message).toBe("'Field Names' is empty");
		expect(fault.advice).toBe("Enter at least one field, or set 'Input Fields' to 'All'.");
	});

	it.each<[string, Given]>([
		["'Custom Fields' has", rows(phone, email, phone)],
		["'Custom Fields as JSON' has", json([phone, email, phone])],
		["'Custom Fields as JSON' has", json('{"phone": 1, "email": 2, "phone": 3}')],
	])(
		'are refused where %s a name twice, for nobody knows which value would count',
		(has, given) => {
			const fault = errorOf(given);
			expect(fault.message).toBe(`${has} the name 'phone' more than once`);
			expect(fault.advice).toBe(
				'Keep only one of them, because the result would be unpredictable.',
			);
		},
	);
});

describe('an empty value of a custom field', () => {
	const ignored = { options: { ignoreEmptyValues: true } };

	it('is a value, which clears the field', () => {
		const cleared = [{ name: 'phone', value: '' }];
		expect(read(rows({ name: 'phone', value: '' }))).toEqual(cleared);
		expect(read(json({ phone: '' }))).toEqual(cleared);
		expect(read(mapped(), { phone: '' })).toEqual(cleared);
	});

	it.each([null, undefined])('is none where it is %s: nobody asked to clear the field', (value) => {
		const fault = errorOf(rows({ name: 'a', value }));
		expect(fault.message).toBe("'Value' of custom field 1 in 'Custom Fields' has no value");
		expect(fault.advice).toMatch(/Empty text clears the field.*'Ignore Empty Values'/);
	});

	it('is left out when the option says so, in each mode', () => {
		const fields = { phone: '', email: null, zero: 0, no: false };
		const list = Object.entries(fields).map(([name, value]) => ({ name, value }));
		const left = [
			{ name: 'zero', value: '0' },
			{ name: 'no', value: 'false' },
		];
		expect(read({ ...rows(...list, { name: 'missing' }), ...ignored })).toEqual(left);
		expect(read({ ...json(fields), ...ignored })).toEqual(left);
		expect(read({ ...mapped(), ...ignored }, fields)).toEqual(left);
	});
});

describe('custom fields of which there is none', () => {
	it.each<[string, Given, string]>([
		['rows', {}, "'Custom Fields' has"],
		[
			'rows that are ignored',
			{ ...rows({ name: 'phone', value: '' }), options: { ignoreEmptyValues: true } },
			"'Custom Fields' has",
		],
		['an object', json('{}'), "'Custom Fields as JSON' has"],
		['a list', json([]), "'Custom Fields as JSON' has"],
		['the input item', mapped(), "'Mapping Mode' maps"],
	])('are refused where there must be one, else taken as they are: %s', (_, given, has) => {
		const fault = errorOf(given);
		expect(fault.message).toBe(`${has} no custom field with a value`);
		expect(fault.advice).toBe(
			'Enter at least one name and value, and check the options that exclude fields.',
		);
		expect(readList(given, {}, 0).entries).toEqual([]);
	});
});

it.each([
	[1, true, { field: [{ name: { __rl: true, mode: 'list', value: '' }, value: '' }] }],
	[0, false, {}],
] as const)('the editor begins with as many rows as there must be: %s', (least, required, rows) => {
	const field = customFieldsFields(least).find(({ name }) => name === 'customFields');
	const typeOptions = { minRequiredFields: least, maxAllowedFields: 30 };
	expect(field).toMatchObject({ required, typeOptions });
	expect(field?.default).toEqual(rows);
});

describe('what n8n adds to an item by itself', () => {
	const added = {
		row_number: 2,
		submittedAt: '2026-11-22T15:51:00.000Z',
		formMode: 'production',
		formQueryParameters: { utm_source: 'mail' },
	};

	it('is not mapped automatically', () => {
		expect(read(mapped(), { ...added, phone: phone.value })).toEqual([phone]);
	});

	it('is mapped if it is selected, and not if other fields are excluded', () => {
		const row = { name: 'row_number', value: '2' };
		expect(read(selected('row_number'), added)).toEqual([row]);
		expect(read(json({ row_number: 2 }))).toEqual([row]);
		expect(read(allExcept('email'), { ...added, phone: phone.value })).toEqual([phone]);
	});
});

describe('the custom field phone', () => {
	it('is normalized in each mode', () => {
		const written = { phone: '+34 600-000-001' };
		for (const given of [rows({ name: 'phone', value: written.phone }), json(written), mapped()]) {
			expect(read(given, written)).toEqual([phone]);
		}
	});
});

describe('the cap of 30 custom fields', () => {
	it('is for one call, and for values that go out', () => {
		const empty = { name: 'empty', value: '' };
		const options = { ignoreEmptyValues: true };
		expect(read({ ...rows(empty, ...numbered(30)), options })).toEqual(numbered(30));

		const fields = Object.fromEntries(numbered(31).map(({ name, value }) => [name, value]));
		const fault = errorOf(mapped(), fields);
		expect(fault.message).toBe(
			"'Mapping Mode' maps 31 custom fields, but the service accepts at most 30",
		);
		expect(fault.advice).toBe('Remove 1, or split them across several items.');
	});

	it('is kept by each call of an update, and the order stays', () => {
		const chunks = chunk(readList(rows(...numbered(60))));
		expect(chunks).toEqual([numbered(60).slice(0, 30), numbered(60).slice(30)]);
	});
});
