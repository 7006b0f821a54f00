import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ contacts: 20 });

const by = (mode: string, value = '={{ $json.contact }}') => ({
	contactId: { __rl: true, mode, value },
});

async function send(
	mode: string,
	items: IDataObject[],
	settings: Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'> = {},
) {
	return await runNode({
		credential: channel.credential(),
		parameters: sendText(by(mode)),
		items,
		settings,
	});
}

/** The n-th contact, with what one may know of it. */
function person(index: number) {
	const contact = channel.service.contacts.all()[index];
	if (contact === undefined) throw new Error(`There is no contact ${String(index)}`);
	const { phone = '', email = '' } = contact.custom_fields;
	return { id: contact.id, phone, email };
}

function setField(index: number, name: string, value: string): void {
	channel.service.contacts.update(person(index).id, [{ name, value }]);
}

const searches = () =>
	channel.service.calls.filter(({ path }) => path.startsWith('/v1/contact/by_custom_field'));
const receivers = () => channel.service.messages.map(({ contactId }) => contactId);

describe('a message to a contact that is known by something else than its identifier', () => {
	it.each(['phone', 'email'] as const)('reaches it by its %s', async (mode) => {
		const { error } = await send(mode, [{ contact: person(3)[mode], text: 'Hi' }]);

		expect(error).toBeUndefined();
		expect(receivers()).toEqual([person(3).id]);
	});

	it('reaches it by any custom field, whatever its value contains', async () => {
		setField(5, 'order no', 'A&B=7/ç#+');

		const { error } = await send('customField', [{ contact: 'order no=A&B=7/ç#+', text: 'Hi' }]);

		expect(error).toBeUndefined();
		expect(receivers()).toEqual([person(5).id]);
	});

	it('costs one search for each contact, however many items are for it', async () => {
		const items = [0, 1, 0, 1, 0].map((index, number) => ({
			contact: person(index).phone,
			text: String(number),
		}));

		const { items: output } = await send('phone', items);

		expect(searches()).toHaveLength(2);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		const toFirst = channel.service.messages.filter(({ contactId }) => contactId === person(0).id);
		expect(toFirst.map(({ item }) => (item.type === 'text' ? item.text : ''))).toEqual([
			'0',
			'2',
			'4',
		]);
	});

	it('keeps the order of a contact that is known by two values', async () => {
		setField(0, 'mobile', '1');
		setField(0, 'landline', '2');
		const items = Array.from({ length: 6 }, (_, index) => ({
			contact: index % 2 === 0 ? 'mobile=1' : 'landline=2',
			text: String(index),
		}));

		const { error } = await send('customField', items);

		expect(error).toBeUndefined();
		expect(
			channel.service.messages.map(({ item }) => (item.type === 'text' ? item.text : '')),
		).toEqual(['0', '1', '2', '3', '4', '5']);
	});

	it('is what every operation on a contact takes', async () => {
		const tags = { tags: { tag: [{ name: 'vip' }] } };
		const customFields = { customFields: { field: [{ name: 'city', value: 'Lugo' }] } };
		const operations: Array<[string, INodeParameters]> = [
			['get', {}],
			['addTags', tags],
			['removeTags', tags],
			['update', customFields],
		];
		for (const [operation, parameters] of operations) {
			const { error } = await runNode({
				credential: channel.credential(),
				parameters: contactOperation(operation, { ...parameters, ...by('email') }),
				items: [{ contact: person(2).email }],
			});
			expect(error).toBeUndefined();
		}
		const addresses = channel.service.calls.map(({ method, path }) => `${method} ${path}`);
		expect(addresses.filter((address) => !address.includes('by_custom_field'))).toEqual([
			`GET /v1/contact/${person(2).id}`,
			`POST /v1/contact/${person(2).id}/tags`,
			`DELETE /v1/contact/${person(2).id}/tags`,
			`PUT /v1/contact/${person(2).id}`,
		]);
	});
});

describe('a contact that cannot be found for certain', () => {
	it('stops everything before anything is sent', async () => {
		const items = [
			{ contact: person(0).phone, text: 'Hi' },
			{ contact: '+000', text: 'Hi' },
			{ contact: person(1).phone, text: 'Hi' },
		];

		const { error } = await send('phone', items);

		expect(error?.message).toBe("No contact has the phone '+000' [item 1]");
		expect(error?.description).toContain('Nothing was sent.');
		expect(channel.service.messages).toEqual([]);
	});

	it('stops also what needed no search', async () => {
		const { error } = await runNode({
			credential: channel.credential(),
			parameters: sendText({ contactId: '={{ $json.contact }}' }),
			items: [
				{ contact: person(0).id, text: 'Hi' },
				{ contact: { __rl: true, mode: 'phone', value: '+000' }, text: 'Hi' },
			],
		});

		expect(error?.message).toBe("No contact has the phone '+000' [item 1]");
		expect(channel.service.messages).toEqual([]);
	});

	it('is left out with On Error: continue, and the others are served', async () => {
		const items = [
			{ contact: '+000', text: 'Hi' },
			{ contact: person(1).phone, text: 'Hi' },
		];

		const { items: output } = await send('phone', items, { onError: 'continueRegularOutput' });

		expect(output.map(({ json }) => json)).toMatchObject([
			{ error: { message: "No contact has the phone '+000' [item 0]", outcome: 'notDone' } },
			{ status: 'Success' },
		]);
		expect(receivers()).toEqual([person(1).id]);
	});

	it('is never guessed among several, and it says how many there are', async () => {
		for (const index of [1, 2, 3]) setField(index, 'city', 'Lugo');

		const { error } = await send('customField', [{ contact: 'city=Lugo', text: 'Hi' }]);

		expect(error?.message).toBe("3 contacts have the city 'Lugo' [item 0]");
		expect(channel.service.messages).toEqual([]);
	});

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is looked for again by Retry On Fail, and whoever was found is not (%s)',
		async (onError) => {
			const items = [
				{ contact: person(0).phone, text: 'Hi' },
				{ contact: '+000', text: 'Hi' },
			];

			await send('phone', items, {
				onError,
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			});

			const asked = searches().map(({ path }) =>
				new URL(path, 'http://a').searchParams.get('value'),
			);
			expect(asked.filter((value) => value === person(0).phone)).toHaveLength(1);
			expect(channel.service.messages.length).toBe(onError === 'stopWorkflow' ? 0 : 1);
		},
	);
});

describe('with On Error: continue', () => {
	it('an item goes out as soon as its contact is known', async () => {
		channel.service.faults.add({
			match: { path: /by_custom_field/, nth: 1 },
			fault: { kind: 'slow', milliseconds: 400 },
		});
		const items = [
			{ contact: person(0).phone, text: 'slow' },
			{ contact: person(1).phone, text: 'quick' },
		];

		await send('phone', items, { onError: 'continueRegularOutput' });

		expect(receivers()).toEqual([person(1).id, person(0).id]);
	});

	it('somebody who is named in several ways gets the messages in their order all the same', async () => {
		channel.service.faults.add({
			match: { path: /name=email/, nth: 1 },
			fault: { kind: 'slow', milliseconds: 400 },
		});
		const { id, phone, email } = person(0);
		const items = [
			{ contact: { __rl: true, mode: 'email', value: email }, text: '0' },
			{ contact: { __rl: true, mode: 'phone', value: phone }, text: '1' },
			{ contact: { __rl: true, mode: 'phone', value: '+000' }, text: 'to nobody' },
			{ contact: id, text: '2' },
		];

		await runNode({
			credential: channel.credential(),
			parameters: sendText({ contactId: '={{ $json.contact }}' }),
			items,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(
			channel.service.messages.map(({ item }) => (item.type === 'text' ? item.text : '')),
		).toEqual(['0', '1', '2']);
	});
});
