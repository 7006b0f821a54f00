import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

const thousand = Array.from({ length: 1_000 }, (_, index) => ({
	contactId: String(index),
	text: index === 900 ? '' : 'Hi',
}));

it('sends nothing when one item among a thousand is bad, and says which and why', async () => {
	const { error, status } = await runNode({
		credential: channel.credential(),
		parameters: sendText(),
		items: thousand,
	});

	expect(status).toBe('error');
	expect(error?.message).toBe("'Text' is empty [item 900]");
	expect(error?.description).toContain('Nothing was sent.');
	expect(channel.service.calls).toEqual([]);
});

it('fails only the bad item and sends the others when told to continue', async () => {
	const { items, status } = await runNode({
		credential: channel.credential(),
		parameters: sendText(),
		items: thousand,
		settings: { onError: 'continueRegularOutput' },
	});

	expect(status).toBe('success');
	expect(channel.service.messages).toHaveLength(999);
	expect(items).toHaveLength(1_000);
	expect(items[900]).toEqual({
		json: { error: expect.objectContaining({ message: "'Text' is empty [item 900]" }) as unknown },
		pairedItem: { item: 900 },
	});
});

const reply = (count: number, text = 'Yes') => ({
	reply: Array.from({ length: count }, () => ({ text })),
});
const field = (count: number) => ({
	field: Array.from({ length: count }, (_, index) => ({ name: `f${String(index)}`, value: 'x' })),
});
const tag = (count: number) => ({
	tag: Array.from({ length: count }, (_, index) => ({ name: `tag ${String(index)}` })),
});
const quickReply = { contactId: '1', messageType: 'quickReply', title: 'Well?' };

describe('what only an expression tells never leaves when it is wrong', () => {
	const given = '={{ $json.given }}';
	const toSend = (changes: INodeParameters) => sendText({ contactId: '1', ...changes });

	it.each<[string, INodeParameters, unknown, string]>([
		[
			'a reply of 21 characters',
			toSend({ ...quickReply, replies: { reply: [{ text: 'Yes' }, { text: given }] } }),
			'a'.repeat(21),
			"'Text' of reply 2 in 'Replies' has 21 characters, but the service takes at most 20",
		],
		[
			'a custom field without a name',
			contactOperation('create', { customFields: { field: [{ name: given, value: 'x' }] } }),
			'',
			"'Name' of custom field 1 in 'Custom Fields' is empty",
		],
		[
			'a custom field whose value is missing',
			contactOperation('create', { customFields: { field: [{ name: 'x', value: given }] } }),
			null,
			"'Value' of custom field 1 in 'Custom Fields' has no value",
		],
		[
			'a tag without a name',
			contactOperation('addTags', { contactId: '1', tags: { tag: [{ name: given }] } }),
			' ',
			"'Name' of tag 1 in 'Tags' is empty",
		],
		['an empty contact', toSend({ contactId: given, text: 'Hi' }), '', "'Contact' is empty"],
		['a missing contact', toSend({ contactId: given, text: 'Hi' }), null, "'Contact' is empty"],
		[
			'an address that is none',
			toSend({ messageType: 'image', url: given }),
			'picture.png',
			"'URL' is not a web address",
		],
		[
			'an object where text belongs',
			toSend({ text: given }),
			{ a: 1 },
			"'Text' is an object, but must be text",
		],
	])('%s', async (_, parameters, value, message) => {
		const { error } = await runNode({
			credential: channel.credential(),
			parameters,
			items: [{ given: value as IDataObject }],
		});

		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).toBeTruthy();
		expect(channel.service.calls).toEqual([]);
	});

	it('but everything at the cap does', async () => {
		const emoji = '🙂'.repeat(20);

		const { error } = await runNode({
			credential: channel.credential(),
			parameters: toSend({ ...quickReply, replies: reply(10, given) }),
			items: [{ given: emoji }],
		});

		expect(error).toBeUndefined();
		expect(channel.service.messages[0]?.item).toMatchObject({
			replies: Array.from({ length: 10 }, () => emoji),
		});
	});
});

describe('n8n itself refuses to run a workflow over the caps', () => {
	it.each<[string, INodeParameters]>([
		['an 11th reply', sendText({ ...quickReply, replies: reply(11) })],
		['no reply', sendText({ ...quickReply, replies: reply(0) })],
		['a 31st field', contactOperation('create', { customFields: field(31) })],
		['an 11th tag', contactOperation('addTags', { contactId: '1', tags: tag(11) })],
	])('%s', async (_, parameters) => {
		await expect(runNode({ credential: channel.credential(), parameters })).rejects.toThrow(
			'The workflow has issues',
		);
	});
});
