import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { sendText } from '../support/running/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

it('nothing is sent when one item among a thousand is bad', async () => {
	const thousand = Array.from({ length: 1_000 }, (_, index) => ({
		contactId: String(index),
		text: index === 900 ? '' : 'Hi',
	}));

	const { error, status } = await channel.run({ parameters: sendText(), items: thousand });

	expect(status).toBe('error');
	expect(error?.message).toBe("'Text' is empty [item 900]");
	expect(error?.description).toMatch(/^Enter a value.* Nothing was sent\.$/);
	expect(channel.service.calls).toEqual([]);
});

const quickReply = (...texts: string[]) =>
	sendText({
		contactId: '1',
		messageType: 'quickReply',
		title: 'Well?',
		replies: { reply: texts.map((text) => ({ text })) },
	});
const given = '={{ $json.given }}';

it.each<[string, INodeParameters, unknown, string]>([
	[
		'a reply of 21 characters',
		quickReply('Yes', given),
		'🙂'.repeat(21),
		"'Text' of reply 2 in 'Replies' has 21 characters, but the service takes at most 20",
	],
	['a missing contact', sendText({ contactId: given }), null, "'Contact' is empty"],
	['an object', sendText({ text: given }), { a: 1 }, "'Text' is an object, but must be text"],
	[
		'half of an emoji',
		sendText({ text: given }),
		'Hi \uD83D',
		"'Text' contains half a character, which can't be sent",
	],
	[
		'a missing key',
		sendText({ text: 'Hi', options: { sendOnceKey: given } }),
		null,
		"'Send Once Per Key' is empty",
	],
])('%s, which only an expression tells, never leaves', async (_, parameters, value, message) => {
	const { error } = await channel.run({
		parameters,
		items: [{ contactId: '1', text: 'Hi', given: value as IDataObject }],
	});

	expect(error?.message).toBe(`${message} [item 0]`);
	expect(channel.service.calls).toEqual([]);
});

it('n8n itself refuses to run a workflow over the caps', async () => {
	const eleven = quickReply(...Array.from({ length: 11 }, () => 'Yes'));

	await expect(channel.run({ parameters: eleven })).rejects.toThrow('The workflow has issues');
});
