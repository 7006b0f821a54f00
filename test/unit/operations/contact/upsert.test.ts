import type { UpsertTarget } from '../../../../nodes/ChannelMessaging/contacts/lockedUpsert';
import { upsert } from '../../../../nodes/ChannelMessaging/operations/contact/upsert';
import { apiResponse } from '../../client/apiResponse';
import { testChannel } from '../../client/testChannel';
import { itemParameters } from '../../parameters/itemParameters';
import { parameterErrorOf } from '../../parameters/parameterErrorOf';

const phone = { name: 'phone', value: '+442079460001' };
const email = { name: 'email', value: 'ana@example.com' };
const fields = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `field${String(index)}`, value: 'x' }));

function prepare(field: Array<{ name: string; value: string }>, options = {}) {
	const match = { fieldName: phone.name, fieldValue: phone.value };
	const item = upsert.prepare(itemParameters({ ...match, customFields: { field }, options }));
	if (item.kind !== 'upsert') throw new Error(`Prepared as ${item.kind}`);
	return item;
}

const existing: UpsertTarget = { kind: 'existing', contactId: 'cus_7', fieldNames: [] };

/** Saves a contact with these custom fields. */
async function save(
	field: Array<{ name: string; value: string }>,
	response: object,
	target: UpsertTarget,
	options = {},
) {
	const { channel, requests } = testChannel('other', apiResponse(response));
	return { output: await prepare(field, options).perform({ channel, target }), requests };
}

it.each([
	['sends no request if there is nothing to change', {}, [], 'unchanged'],
	['only adds tags', { tags: 'vip' }, ['/v1/contact/cus_7/tags'], 'updated'],
])('Create or Update %s', async (_title, options, paths, action) => {
	const { output, requests } = await save([], {}, existing, options);

	expect(requests.map(({ path }) => path)).toEqual(paths);
	expect(output).toEqual([{ id: 'cus_7', contactId: 'cus_7', action, savedFields: [] }]);
});

describe('Skip Unchanged', () => {
	const skipUnchanged = true;
	const current = (custom_fields: object, tags?: string[]): UpsertTarget => ({
		...{ kind: 'existing', contactId: 'cus_7', fieldNames: Object.keys(custom_fields) },
		current: { id: '7', custom_fields: { ...custom_fields }, ...(tags && { tags }) },
	});
	const city = [{ name: 'city', value: 'Lugo' }];
	const cleared = [{ name: 'city', value: '' }];
	const visits = [{ name: 'visits', value: '3' }];
	const unchanged = [{ id: 'cus_7', contactId: 'cus_7', action: 'unchanged', savedFields: [] }];

	it.each([
		['the value', city, current({ city: 'Lugo', plan: 'pro' }), {}],
		['the value as a number', visits, current({ visits: 3 }), {}],
		['an empty value', cleared, current({ city: null }), {}],
		['the value and tags', city, current({ city: 'Lugo' }, ['b', 'c', 'a']), { tags: 'a, b' }],
		['the tags', [], current({}, ['a']), { tags: 'a' }],
	])('sends nothing if the contact has %s', async (_title, field, target, options) => {
		const { output, requests } = await save(field, {}, target, { ...options, skipUnchanged });

		expect(requests).toEqual([]);
		expect(output).toEqual(unchanged);
	});

	it.each([
		['a value differs', city, current({ city: 'lugo' }), {}],
		['one of two values differs', [...city, ...visits], current({ city: 'Lugo', visits: '4' }), {}],
		['the results lack a custom field', cleared, current({ plan: 'pro' }), {}],
		[
			'a number may be rounded',
			[{ name: 'visits', value: '1e+21' }],
			current({ visits: 1e21 }),
			{},
		],
		['a value is no text', [{ name: 'city', value: '["a"]' }], current({ city: ['a'] }), {}],
		['a tag is missing', city, current({ city: 'Lugo' }, ['a']), { tags: 'a, b' }],
		['the results lack tags', city, current({ city: 'Lugo' }), { tags: 'a' }],
		['the results may lack a change', city, existing, {}],
		['the option is off', city, current({ city: 'Lugo' }), { skipUnchanged: false }],
	])('saves all values if %s', async (_title, field, target, options) => {
		const response = { data: { id: 'cus_7' } };
		const { output, requests } = await save(field, response, target, { skipUnchanged, ...options });

		expect(requests[0]).toMatchObject({ method: 'PUT', body: { custom_fields: field } });
		expect(output).toMatchObject([{ action: 'updated' }]);
	});

	it("compares the value under the contact's spelling of the field name", async () => {
		const mapped = itemParameters(
			{
				...{ fieldName: phone.name, fieldValue: phone.value, mappingMode: 'autoMapInputData' },
				options: { skipUnchanged },
			},
			{ 'Favorite city': 'Lugo' },
		);
		const item = upsert.prepare(mapped);
		const { channel, requests } = testChannel('other', apiResponse({}));
		const target = current({ favorite_city: 'Lugo' });

		expect(item.kind === 'upsert' && (await item.perform({ channel, target }))).toEqual(unchanged);
		expect(requests).toEqual([]);
	});
});

it("Create or Update saves the value to match once in a new contact and doesn't change it in an existing one", async () => {
	const repeated = [{ name: 'phone', value: ` ${phone.value}\n` }, ...fields(29)];
	const update = await save(repeated, { data: {} }, existing);
	const creation = await save(repeated, { data: { id: 'cus_8' } }, { kind: 'missing' });

	expect(update.requests).toMatchObject([{ body: { custom_fields: fields(29) } }]);
	expect(creation.requests).toMatchObject([
		{ method: 'POST', path: '/v1/contact', body: { custom_fields: [phone, ...fields(29)] } },
	]);
	expect(creation.output).toEqual([
		{
			id: 'cus_8',
			contactId: 'cus_8',
			action: 'created',
			savedFields: ['phone', ...fields(29).map(({ name }) => name)],
		},
	]);
});

it('Create or Update never saves a mapped field under the name of the field to match on', async () => {
	const item = upsert.prepare(
		itemParameters(
			{ fieldName: 'email', fieldValue: email.value, mappingMode: 'autoMapInputData' },
			{ email: email.value, 'E-Mail': 'other@example.com' },
		),
	);
	const { channel, requests } = testChannel('other', apiResponse({ data: {} }));
	const target = { ...existing, fieldNames: ['email'] };

	await (item.kind === 'upsert' && item.perform({ channel, target }));

	const custom_fields = [{ name: 'E-Mail', value: 'other@example.com' }];
	expect(requests).toMatchObject([{ method: 'PUT', body: { custom_fields } }]);
});

it('Create or Update converts values that were read from another contact', async () => {
	const custom_fields = { email: 'Ana@Example.com' };
	const values = {
		...{ fieldName: 'phone', fieldValue: phone.value },
		...{ mappingMode: 'json', customFieldsJson: custom_fields },
	};
	const item = upsert.prepare(itemParameters(values, { contactId: '7', custom_fields }));
	const { channel, requests } = testChannel('other', apiResponse({ data: { id: 'cus_8' } }));

	await (item.kind === 'upsert' && item.perform({ channel, target: { kind: 'missing' } }));

	expect(requests).toMatchObject([{ body: { custom_fields: [phone, email] } }]);
});

it('Create or Update accepts the value to match on among the custom fields, as it was read', () => {
	const custom_fields = { phone: '+44 20 7946 0001', city: 'Lugo' };
	const values = {
		...{ fieldName: 'phone', fieldValue: custom_fields.phone },
		...{ mappingMode: 'json', customFieldsJson: custom_fields },
	};
	const item = upsert.prepare(itemParameters(values, { contactId: '7', custom_fields }));

	expect(item.customFields).toMatchObject([{ name: 'city', value: 'Lugo' }]);
});

it.each([
	[
		'two values for the custom field to match on',
		[email, { name: 'phone', value: '+442079460002' }],
		"'Match Value' is '+442079460001', but the custom field 'phone' is '+442079460002'",
		"Leave 'phone' out of the custom fields. The node sets it to 'Match Value'.",
	],
	[
		'30 custom fields in addition to the one to match on',
		fields(30),
		"'Match On' makes 31 custom fields for a new contact, but the service accepts at most 30",
		"Remove 1, or save the others with 'Update' afterwards.",
	],
])('Create or Update rejects %s', (_title, field, message, advice) => {
	expect(parameterErrorOf(() => prepare(field))).toMatchObject({ message, advice });
});
