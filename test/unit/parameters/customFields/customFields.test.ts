import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../../nodes/ChannelMessaging/api/limits';
import {
	customFieldsFields,
	readCustomFieldChunks,
	readCustomFields,
} from '../../../../nodes/ChannelMessaging/parameters/customFields/customFields';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

type Given = Record<string, unknown>;
const readRaw = (given: Given, input?: IDataObject) =>
	readCustomFields(givenParameters(given, input));
const rows = (...field: unknown[]): Given => ({ customFields: { field } });
const json = (customFieldsJson: unknown): Given => ({ mappingMode: 'json', customFieldsJson });
const mapped = (options: Given = {}): Given => ({ mappingMode: 'autoMapInputData', options });
const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `field${String(index)}`, value: 'x' }));

const phoneAndEmail = [
	{ name: 'phone', value: '+34600000001' },
	{ name: 'email', value: 'ana@example.com' },
];

describe('custom fields', () => {
	it.each<[string, Given, IDataObject | undefined]>([
		['rows', rows(...phoneAndEmail.map((row) => ({ ...row, id: 'left over' }))), undefined],
		[
			'rows with names from the list or typed',
			rows(
				{ name: { __rl: true, mode: 'list', value: 'phone' }, value: '+34600000001' },
				{ name: { __rl: true, mode: 'name', value: 'email' }, value: 'ana@example.com' },
			),
			undefined,
		],
		['an object', json({ phone: '+34600000001', email: 'ana@example.com' }), undefined],
		['a list', json(phoneAndEmail), undefined],
		['JSON text', json('{"phone": "+34600000001", "email": "ana@example.com"}'), undefined],
		['JSON text of a list', json(JSON.stringify(phoneAndEmail)), undefined],
		['the input item', mapped(), { phone: '+34600000001', email: 'ana@example.com' }],
		[
			'the input item without some fields',
			mapped({ fieldsToExclude: 'row, notes' }),
			{ row: 7, phone: '+34600000001', notes: { a: 1 }, email: 'ana@example.com' },
		],
		[
			'the input item without the fields of a list',
			mapped({ fieldsToExclude: ['row', 'notes'] }),
			{ row: 7, phone: '+34600000001', notes: { a: 1 }, email: 'ana@example.com' },
		],
		[
			'some fields of the input item',
			mapped({ fieldsToInclude: ['phone', 'email'] }),
			{ row: 7, email: 'ana@example.com', phone: '+34600000001' },
		],
		[
			'some fields of the input item without one of them',
			mapped({ fieldsToInclude: 'phone, row, email', fieldsToExclude: 'row' }),
			{ row: 7, email: 'ana@example.com', phone: '+34600000001' },
		],
	])('are read from %s, with nothing but name and value', (_, given, input) => {
		expect(readRaw(given, input)).toEqual(phoneAndEmail);
	});

	it.each([
		[7, '7'],
		[0, '0'],
		[true, 'true'],
		[false, 'false'],
	])('take %j for a value as text, in each mode', (value, text) => {
		const read = [{ name: 'age', value: text }];
		expect(readRaw(rows({ name: 'age', value }))).toEqual(read);
		expect(readRaw(json({ age: value }))).toEqual(read);
		expect(readRaw(mapped(), { age: value })).toEqual(read);
	});

	it('may be named like what every object has', () => {
		const hostile = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c"}') as object;
		const assignments = [
			{ name: '__proto__', value: 'a' },
			{ name: 'constructor', value: 'b' },
			{ name: 'toString', value: 'c' },
		];
		expect(readRaw(rows(...assignments))).toEqual(assignments);
		expect(readRaw(json(assignments))).toEqual(assignments);
		expect(readRaw(json(JSON.stringify(hostile)))).toEqual(assignments);
		expect(readRaw(mapped(), hostile as IDataObject)).toEqual(assignments);
		expect(readRaw(mapped({ fieldsToInclude: '__proto__' }), hostile as IDataObject)).toEqual(
			assignments.slice(0, 1),
		);
	});

	it("are never taken from what every object has, when the input item hasn't got them", () => {
		const fault = parameterErrorOf(() =>
			readRaw(mapped({ fieldsToInclude: 'toString' }), { phone: '1' }),
		);
		expect(fault.message).toBe(
			"'toString' of the input item, which 'Mapping Mode' maps, has no value",
		);
	});

	it.each<[string, Given, IDataObject | undefined, string]>([
		[
			'rows',
			rows({ name: '', value: 'x' }),
			undefined,
			"'Name' of custom field 1 in 'Custom Fields' is empty",
		],
		[
			'rows without a name',
			rows({ value: 'x' }),
			undefined,
			"'Name' of custom field 1 in 'Custom Fields' is empty",
		],
		[
			'rows with nothing chosen',
			rows({ name: { __rl: true, mode: 'list', value: '' }, value: 'x' }),
			undefined,
			"'Name' of custom field 1 in 'Custom Fields' is empty",
		],
		[
			'rows',
			rows({ name: 'tags', value: ['a'] }),
			undefined,
			"'Value' of custom field 1 in 'Custom Fields' is a list, but must be text",
		],
		[
			'rows',
			rows({ name: { first: 'a' }, value: 'a' }),
			undefined,
			"'Name' of custom field 1 in 'Custom Fields' is an object, but must be text",
		],
		[
			'rows',
			rows({ name: 'id', value: 2 ** 60 }),
			undefined,
			"'Value' of custom field 1 in 'Custom Fields' is too large a number to be exact",
		],
		['JSON', json({ '': 'x' }), undefined, "'Custom Fields as JSON', with an empty name, is empty"],
		[
			'JSON',
			json({ address: { city: 'Lugo' } }),
			undefined,
			"'address' in 'Custom Fields as JSON' is an object, but must be text",
		],
		[
			'JSON',
			json([{ name: 'a', value: 'b' }, { value: 'x' }]),
			undefined,
			"'name' of entry 2 in 'Custom Fields as JSON' is empty",
		],
		[
			'JSON',
			json([{ name: 'a', value: [] }]),
			undefined,
			"'value' of entry 1 in 'Custom Fields as JSON' is a list, but must be text",
		],
		[
			'JSON',
			json(['phone']),
			undefined,
			"'Custom Fields as JSON', entry 1, is not an object with name and value",
		],
		[
			'JSON',
			json('{"id": 12345678901234567890}'),
			undefined,
			"'id' in 'Custom Fields as JSON' is too large a number to be exact",
		],
		['JSON', json('{phone: 1}'), undefined, "'Custom Fields as JSON' is not valid JSON"],
		['JSON', json(' '), undefined, "'Custom Fields as JSON' is empty"],
		['JSON', json({}), undefined, "'Custom Fields as JSON' is empty"],
		['JSON', json('"phone"'), undefined, "'Custom Fields as JSON' is neither an object nor a list"],
		['JSON', json(null), undefined, "'Custom Fields as JSON' is neither an object nor a list"],
		[
			'the input item',
			mapped(),
			{ address: { city: 'Lugo' } },
			"'address' of the input item, which 'Mapping Mode' maps, is an object, but must be text",
		],
		[
			'the input item',
			mapped(),
			{ tags: ['a'] },
			"'tags' of the input item, which 'Mapping Mode' maps, is a list, but must be text",
		],
		['the input item', mapped(), {}, "'Mapping Mode' finds no fields in the input item"],
		[
			'the input item',
			mapped({ fieldsToExclude: 'a' }),
			{ a: 1 },
			"'Mapping Mode' finds no fields in the input item",
		],
		[
			'the input item',
			mapped({ fieldsToExclude: {} }),
			{ a: 1 },
			"'Fields to Exclude' is an object, but must be a list or text with commas",
		],
		[
			'the input item',
			mapped(),
			{ '': 1 },
			"'Mapping Mode' finds a field in the input item whose name is empty",
		],
	])('from %s refuse %j', (_, given, input, message) => {
		expect(parameterErrorOf(() => readRaw(given, input)).message).toBe(message);
	});

	it.each([[''], [null], [[]], [undefined]])(
		'are all taken from the input item when %j is to be excluded, none when it is to be included',
		(given) => {
			expect(readRaw(mapped({ fieldsToExclude: given }), { a: 1 })).toHaveLength(1);
			const fault = parameterErrorOf(() => readRaw(mapped({ fieldsToInclude: given }), { a: 1 }));
			expect(fault.message).toBe("'Fields to Include' is empty");
		},
	);

	it.each<[string, Given, IDataObject | undefined, string]>([
		['no rows', rows(), undefined, 'Add at least one custom field.'],
		[
			'text that is no JSON',
			json('{phone: 1}'),
			undefined,
			'Check its quotes, commas and braces, or have an expression give an object or a list.',
		],
		[
			'neither an object nor a list',
			json(7),
			undefined,
			'Give an object of names and values, such as {"phone": "+34600000001"}.',
		],
		['an empty object', json({}), undefined, 'Give at least one name and its value.'],
		[
			'a list of texts',
			json(['phone']),
			undefined,
			'Give each entry as {"name": "phone", "value": "+34600000001"}.',
		],
		[
			'a nested object in the input item',
			mapped(),
			{ address: {} },
			"Leave it out with 'Fields to Exclude', or have an earlier node give it as text.",
		],
		[
			'an input item without fields',
			mapped(),
			{},
			"Check 'Fields to Exclude' and 'Fields to Include', and what the earlier node gives.",
		],
		['an empty list', mapped({ fieldsToInclude: '' }), { a: 1 }, 'Give at least one field.'],
		[
			'a mode that is not offered',
			{ mappingMode: 'constructor' },
			undefined,
			'Open the node and choose one from the list.',
		],
	])('tell what to do about %s', (_, given, input, advice) => {
		expect(parameterErrorOf(() => readRaw(given, input)).advice).toBe(advice);
	});

	it('have no mode but those that are offered', () => {
		const fault = parameterErrorOf(() => readRaw({ mappingMode: 'constructor' }));
		expect(fault.message).toBe("'Mapping Mode' has an unknown value");
	});

	it('defined below count, not those of another mode that is left over', () => {
		const leftOver = { customFieldsJson: '{"other": "x"}' };
		expect(readRaw({ ...rows(...phoneAndEmail), ...leftOver })).toEqual(phoneAndEmail);
	});
});

describe('an empty value of a custom field', () => {
	it('is a value, which clears the field', () => {
		const cleared = [{ name: 'phone', value: '' }];
		expect(readRaw(rows({ name: 'phone', value: '' }))).toEqual(cleared);
		expect(readRaw(json({ phone: '' }))).toEqual(cleared);
		expect(readRaw(mapped(), { phone: '' })).toEqual(cleared);
	});

	it.each<[string, Given, IDataObject | undefined, string]>([
		[
			'null in a row',
			rows({ name: 'a', value: null }),
			undefined,
			"'Value' of custom field 1 in 'Custom Fields' has no value",
		],
		[
			'missing in a row',
			rows({ name: 'a' }),
			undefined,
			"'Value' of custom field 1 in 'Custom Fields' has no value",
		],
		['null in JSON', json({ a: null }), undefined, "'a' in 'Custom Fields as JSON' has no value"],
		[
			'missing in a list',
			json([{ name: 'a' }]),
			undefined,
			"'value' of entry 1 in 'Custom Fields as JSON' has no value",
		],
		[
			'null in the input item',
			mapped(),
			{ a: null },
			"'a' of the input item, which 'Mapping Mode' maps, has no value",
		],
		[
			'missing in the input item',
			mapped({ fieldsToInclude: 'a' }),
			{},
			"'a' of the input item, which 'Mapping Mode' maps, has no value",
		],
	])('is none where it is %s: nobody asked to clear the field', (_, given, input, message) => {
		const fault = parameterErrorOf(() => readRaw(given, input));
		expect(fault.message).toBe(message);
		expect(fault.advice).toMatch(/Empty text clears the field.*'Ignore Empty Values'/);
	});

	it('is left out when the option says so, in each mode', () => {
		const options = { ignoreEmptyValues: true };
		const left = [
			{ name: 'zero', value: '0' },
			{ name: 'no', value: 'false' },
		];
		const fields = { phone: '', email: null, zero: 0, no: false };
		const list = Object.entries(fields).map(([name, value]) => ({ name, value }));
		expect(readRaw({ ...rows(...list, { name: 'missing' }), options })).toEqual(left);
		expect(readRaw({ ...json(fields), options })).toEqual(left);
		expect(readRaw({ ...json(list), options })).toEqual(left);
		expect(readRaw(mapped(options), fields)).toEqual(left);
	});

	it('leaves something to do, or the item is refused', () => {
		const options = { ignoreEmptyValues: true };
		const fault = parameterErrorOf(() =>
			readRaw({ ...rows({ name: 'phone', value: '' }), options }),
		);
		expect(fault.message).toBe("'Custom Fields' has no custom field with a value");
		expect(fault.advice).toBe("Give at least one value, or turn off 'Ignore Empty Values'.");
	});
});

describe('a name that comes twice', () => {
	const twice = [
		{ name: 'phone', value: '1' },
		{ name: 'email', value: 'x' },
		{ name: 'phone', value: '1' },
	];

	it.each<[string, Given, string]>([
		['rows', rows(...twice), "'Custom Fields' has"],
		['a list', json(twice), "'Custom Fields as JSON' has"],
		[
			'an object in JSON',
			json('{"phone": 1, "email": 2, "phone": 3}'),
			"'Custom Fields as JSON' has",
		],
	])('in %s is refused, for nobody knows which value would count', (_, given, holder) => {
		const fault = parameterErrorOf(() => readRaw(given));
		expect(fault.message).toBe(`${holder} the name 'phone' more than once`);
		expect(fault.advice).toBe("Keep one of them: it isn't known which value would count.");
	});

	it('in another case is another name', () => {
		expect(readRaw(json({ phone: '1', Phone: '2' }))).toHaveLength(2);
	});
});

describe('the cap of 30 custom fields', () => {
	const overCap: Array<[string, Given, IDataObject, string]> = [
		['rows', rows(...numbered(31)), {}, "'Custom Fields' has"],
		['JSON', json(numbered(31)), {}, "'Custom Fields as JSON' has"],
		[
			'the input item',
			mapped(),
			Object.fromEntries(numbered(31).map(({ name, value }) => [name, value])),
			"'Mapping Mode' maps",
		],
	];

	it.each(overCap)('holds for %s', (_, given, input, holder) => {
		const fault = parameterErrorOf(() => readRaw(given, input));
		expect(fault.message).toBe(`${holder} 31 custom fields, but the service takes at most 30`);
		expect(fault.advice).toBe('Remove 1, or spread them over several items.');
	});

	it('is reached by 30', () => {
		expect(readRaw(rows(...numbered(30)))).toHaveLength(30);
	});

	it('is kept by each call of an update, and the order stays', () => {
		const chunksOf = (count: number) =>
			readCustomFieldChunks(givenParameters(rows(...numbered(count))));
		expect(chunksOf(30)).toEqual([numbered(30)]);
		expect(chunksOf(61).map(({ length }) => length)).toEqual([30, 30, 1]);
		expect(chunksOf(61).flat()).toEqual(numbered(61));
	});

	it('is for values that go out: those that are ignored do not count', () => {
		const empty = Array.from({ length: 5 }, (_, index) => ({ name: String(index), value: '' }));
		const given = { ...rows(...empty, ...numbered(30)), options: { ignoreEmptyValues: true } };
		expect(readRaw(given)).toHaveLength(30);
	});

	it('holds for the rows of the editor', () => {
		const [field] = customFieldsFields.filter(({ name }) => name === 'customFields');
		expect(field?.typeOptions).toMatchObject({
			minRequiredFields: 1,
			maxAllowedFields: limits.customFieldsPerRequest,
		});
	});
});
