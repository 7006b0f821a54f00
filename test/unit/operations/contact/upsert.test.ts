import type { UpsertTarget } from '../../../../nodes/ChannelMessaging/contacts/contactLookup';
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
	match: UpsertTarget,
	options = {},
) {
	const { channel, requests } = testChannel('other', apiResponse(response));
	return { output: await prepare(field, options).perform(channel, match), requests };
}

it.each([
	['sends no request if there is nothing to change', {}, [], 'unchanged'],
	['only adds tags', { tags: 'vip' }, ['/v1/contact/cus_7/tags'], 'updated'],
])('Create or Update %s', async (_title, options, paths, action) => {
	const { output, requests } = await save([], {}, existing, options);

	expect(requests.map(({ path }) => path)).toEqual(paths);
	expect(output).toEqual([{ id: 'cus_7', contactId: 'cus_7', action, savedFields: [] }]);
});

it("Create or Update saves the value to match once in a new contact, and doesn't change it in an existing one", async () => {
	const repeated = [{ name: 'phone', value: ` ${phone.value}\n` }, ...fields(29)];
	const update = await save(repeated, { data: {} }, existing);
	const created = jest.fn();
	const creation = await save(repeated, { data: { id: 'cus_8' } }, { kind: 'missing', created });

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
	expect(created.mock.calls).toEqual([['cus_8']]);
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
