import { createChannel } from '../../../../nodes/ChannelMessaging/client/channel';
import type { Match } from '../../../../nodes/ChannelMessaging/contacts/contactLookup';
import { upsert } from '../../../../nodes/ChannelMessaging/operations/contact/upsert';
import { answeringService } from '../../client/answeringService';
import { apiResponse } from '../../client/apiResponse';
import { givenParameters } from '../../parameters/givenParameters';
import { parameterErrorOf } from '../../parameters/parameterErrorOf';

const phone = { name: 'phone', value: '+34600000001' };
const email = { name: 'email', value: 'ana@example.com' };
const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `field${String(index)}`, value: 'x' }));

function prepare(field: Array<{ name: string; value: string }>, options = {}) {
	const match = { fieldName: phone.name, fieldValue: phone.value };
	const item = upsert.prepare(givenParameters({ ...match, customFields: { field }, options }));
	if (item.kind !== 'upsert') throw new Error(`Prepared as ${item.kind}`);
	return item;
}

/** Saves a contact whose custom fields are given, and tells what was called and remembered. */
async function save(
	field: Array<{ name: string; value: string }>,
	answer: object,
	contactId?: string,
	options = {},
	isRemembered = false,
) {
	const { callApi, calls } = answeringService(apiResponse(answer));
	const remembered: Array<string | undefined> = [];
	const match: Match =
		contactId === undefined
			? { kind: 'missing', created: (id) => remembered.push(id) }
			: { kind: 'existing', contactId, isRemembered };
	const output = await prepare(field, options).perform(createChannel(callApi, 'other'), match);
	const called = calls.map(({ method, path, body }) => ({ method, path, body }));
	return { output, called, remembered };
}

describe('creating or updating', () => {
	it('looks for the contact by the field and the value that are given', () => {
		expect(prepare([email]).match).toMatchObject({ kind: 'customField', ...phone });
	});

	it('may be told to call again when unsure, because it may create', () => {
		const options = { resendWhenUnsure: true, timeout: 5 };
		expect(prepare([email], options).settings).toEqual({ retryWhenUnsure: true, timeoutMs: 5_000 });
	});

	it('changes of a contact that exists what is given, and nothing else', async () => {
		const { output, called } = await save([email], { data: { more: 1 } }, 'cus_7');
		expect(called).toEqual([
			{ method: 'PUT', path: '/v1/contact/cus_7', body: { custom_fields: [email] } },
		]);
		expect(output).toEqual([{ id: 'cus_7', more: 1, contactId: 'cus_7', action: 'updated' }]);
	});

	it.each([
		[{}, [], 'unchanged'],
		[{ tags: 'vip' }, ['/v1/contact/cus_7/tags'], 'updated'],
	])('makes no call to set nothing, with the options %j', async (options, paths, action) => {
		const { output, called } = await save([], {}, 'cus_7', options);
		expect(called.map(({ path }) => path)).toEqual(paths);
		expect(output).toEqual([{ id: 'cus_7', contactId: 'cus_7', action }]);
	});

	it('verifies that a remembered contact exists if there is nothing to set', async () => {
		const { output, called } = await save([], { data: { id: '7' } }, 'cus_7', {}, true);
		expect(called).toEqual([{ method: 'GET', path: '/v1/contact/cus_7' }]);
		expect(output).toEqual([{ id: 'cus_7', contactId: 'cus_7', action: 'unchanged' }]);
	});

	it('gives a new contact the custom field by which it is found the next time', async () => {
		const { output, called } = await save([email], { data: { id: 'cus_8' } });
		expect(called).toEqual([
			{ method: 'POST', path: '/v1/contact', body: { custom_fields: [phone, email] } },
		]);
		expect(output).toEqual([{ id: 'cus_8', contactId: 'cus_8', action: 'created' }]);
	});

	it('does not give it twice where it is among the custom fields already', async () => {
		const { called } = await save([email, phone], { data: { id: 'cus_8' } });
		expect(called[0]?.body).toEqual({ custom_fields: [email, phone] });
	});

	it('saves the field without spaces around its value, so that the next search finds it', async () => {
		const spaced = { name: 'phone', value: ` ${phone.value}\n` };
		const { called } = await save([spaced], { data: {} }, 'cus_7');
		expect(called[0]?.body).toEqual({ custom_fields: [phone] });
	});

	it('remembers whom it created', async () => {
		const { remembered } = await save([email], { data: { id: 'cus_8' } });
		expect(remembered).toEqual(['cus_8']);
		const nameless = await save([email], { data: {} });
		expect(nameless.remembered).toEqual([undefined]);
	});

	it('refuses to set the field to another value: the contact would not be found again', () => {
		const fault = parameterErrorOf(() =>
			prepare([email, { name: 'phone', value: '+34600000002' }]),
		);
		expect(fault.message).toBe("'Match Value' and the custom field phone have different values");
		expect(fault.advice).toBe(
			"Leave phone out of the custom fields. The node sets it to 'Match Value'.",
		);
	});

	it('takes 30 custom fields with the one by which it finds', async () => {
		for (const field of [numbered(29), [phone, ...numbered(29)]]) {
			const { called } = await save(field, { data: { id: 'cus_8' } });
			expect(called[0]?.body).toEqual({ custom_fields: [phone, ...numbered(29)] });
		}
	});

	it('refuses 30 custom fields besides the one by which it finds', () => {
		const fault = parameterErrorOf(() => prepare(numbered(30)));
		expect(fault.message).toBe(
			"'Match On' makes 31 custom fields for a new contact, but the service accepts at most 30",
		);
		expect(fault.advice).toBe('Remove 1, or split them across several items.');
	});
});
