import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();

async function run(parameters: INodeParameters, items?: IDataObject[]) {
	const result = await runNode({
		credential: channel.credential(),
		parameters,
		...(items === undefined ? {} : { items }),
	});
	expect(result.error).toBeUndefined();
	return result.items;
}

/** The bodies that the service received, in order. */
const receivedBodies = () => channel.service.calls.map(({ body }) => body);
const anyContact = () => channel.service.contacts.all()[0]?.id ?? '';

describe('Message: Send', () => {
	const sent = { status: 'Success', message: 'Message Sent', data: [] };

	it.each<[string, INodeParameters, IDataObject]>([
		['text', { messageType: 'text', text: 'Hi' }, { type: 'text', text: 'Hi' }],
		...(['image', 'video', 'audio', 'file'] as const).map(
			(type): [string, INodeParameters, IDataObject] => {
				const ending = { image: 'png', video: 'mp4', audio: 'mp3', file: 'pdf' }[type];
				const url = `https://files.example.com/one.${ending}`;
				return [type, { messageType: type, url }, { type, url }];
			},
		),
		[
			'quick reply',
			{
				messageType: 'quickReply',
				title: 'Table?',
				replies: { reply: [{ text: 'Yes' }, { text: 'No' }] },
			},
			{ type: 'quick_reply', title: 'Table?', replies: ['Yes', 'No'] },
		],
	])(
		'sends a message of type %s with exactly the keys of the document',
		async (_, parameters, item) => {
			const output = await run(sendText({ contactId: anyContact(), ...parameters }));

			expect(receivedBodies()).toEqual([{ body: [item] }]);
			expect(channel.service.messages).toMatchObject([{ contactId: anyContact(), item }]);
			expect(output).toEqual([{ json: sent, pairedItem: { item: 0 } }]);
		},
	);

	it('cancels a running survey only when told to', async () => {
		const item = [{ contactId: anyContact(), text: 'Hi' }];
		await run(sendText({ options: { forceCancelSurvey: true } }), item);
		await run(sendText({ options: { forceCancelSurvey: false } }), item);

		const body = [{ type: 'text', text: 'Hi' }];
		expect(receivedBodies()).toEqual([{ body, forceCancelSurvey: true }, { body }]);
	});

	it('sends numbers and booleans of expressions as text', async () => {
		await run(sendText(), [
			{ contactId: Number(anyContact()), text: 42 },
			{ contactId: anyContact(), text: false },
		]);

		expect(channel.service.messages.map(({ item }) => item)).toEqual([
			{ type: 'text', text: '42' },
			{ type: 'text', text: 'false' },
		]);
	});

	it('sends each item to its own contact, and pairs each answer to its item', async () => {
		const items = channel.service.contacts
			.all()
			.map(({ id }, index) => ({ contactId: id, text: `Message ${String(index)}` }));

		const output = await run(sendText(), items);

		const received = channel.service.messages.map(({ contactId, item }) => ({
			contactId,
			text: item.type === 'text' ? item.text : undefined,
		}));
		expect(new Set(received)).toEqual(new Set(items));
		expect(received).toHaveLength(items.length);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});
});

describe('Contact', () => {
	const fields = (...field: IDataObject[]): INodeParameters => ({
		customFields: { field: field as INodeParameters[] },
	});

	it('creates a contact and gives its identifier', async () => {
		const output = await run(
			contactOperation('create', fields({ name: 'phone', value: '={{ $json.phone }}' })),
			[{ phone: 34_600_000_001 }],
		);

		expect(receivedBodies()).toEqual([
			{ custom_fields: [{ name: 'phone', value: '34600000001' }] },
		]);
		expect(output).toEqual([
			{ json: { id: expect.stringMatching(/^cus_\d+$/) as string }, pairedItem: { item: 0 } },
		]);
	});

	it('gets a contact as it is', async () => {
		const contact = channel.service.contacts.all()[3];

		const output = await run(contactOperation('get', { contactId: contact?.id ?? '' }));

		expect(output).toEqual([{ json: contact, pairedItem: { item: 0 } }]);
	});

	it('updates custom fields, and clears one with an empty value', async () => {
		const output = await run(
			contactOperation('update', {
				contactId: anyContact(),
				...fields({ name: 'firstName', value: 'Ana' }, { name: 'email', value: '' }),
			}),
		);

		expect(channel.service.contacts.get(anyContact())?.custom_fields).toMatchObject({
			firstName: 'Ana',
			email: '',
		});
		expect(output).toEqual([{ json: { id: anyContact() }, pairedItem: { item: 0 } }]);
	});

	it('adds and removes tags', async () => {
		const tags = (...names: string[]) => ({ tags: { tag: names.map((name) => ({ name })) } });
		const contactId = anyContact();

		const added = await run(contactOperation('addTags', { contactId, ...tags('new', 'vip') }));
		expect(channel.service.contacts.get(contactId)?.tags).toEqual(
			expect.arrayContaining(['new', 'vip']),
		);
		const removed = await run(contactOperation('removeTags', { contactId, ...tags('new') }));
		expect(channel.service.contacts.get(contactId)?.tags).not.toContain('new');

		expect(receivedBodies()).toEqual([{ tags: ['new', 'vip'] }, { tags: ['new'] }]);
		expect(added[0]?.json).toEqual({
			status: 'success',
			message: 'Contact Tags have been added successfully.',
			data: [],
		});
		expect(removed[0]?.json).toEqual({
			status: 'success',
			message: 'Contact Tags deleted successfully.',
			data: [],
		});
	});
});
