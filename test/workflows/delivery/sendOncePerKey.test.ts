import type { IDataObject } from 'n8n-workflow';

import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { useProcessedItems } from '../engine/processedItems';
import { type NodeRun, runNode } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });
const processed = useProcessedItems();

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

function message(order: unknown, contactId = String(order)): IDataObject {
	return { contactId, text: `About order ${String(order)}`, order } as IDataObject;
}

async function sendOnce(items: IDataObject[], changes: Partial<NodeRun> = {}, options = {}) {
	return await runNode({
		credential: channel.credential(),
		parameters: sendText({ options: { sendOnceKey: '={{ $json.order }}', ...options } }),
		items,
		...changes,
	});
}

const texts = () =>
	channel.service.messages.map(({ item }) => (item.type === 'text' ? item.text : undefined));

it('skips in a later execution what was sent in an earlier one, and says so', async () => {
	await sendOnce([message(1), message(2)]);
	const { items, error } = await sendOnce([message(2), message(3)]);

	expect(error).toBeUndefined();
	expect([...texts()].sort()).toEqual(['About order 1', 'About order 2', 'About order 3']);
	expect(items).toMatchObject([
		{
			json: {
				status: 'skipped',
				message: "Not sent: a message with the key '2' was already sent, or may have been.",
				data: [],
			},
			pairedItem: { item: 0 },
		},
		{ json: { status: 'Success' }, pairedItem: { item: 1 } },
	]);
});

it('sends the first of several items with the same key, whichever contact they are for', async () => {
	const { items } = await sendOnce([message(1, 'a'), message(1, 'b'), message(1, 'a')]);

	expect(channel.service.messages).toHaveLength(1);
	expect(items.map(({ json }) => json.status)).toEqual(['Success', 'skipped', 'skipped']);
});

it('sends the second item with the same key when the first was refused', async () => {
	channel.service.faults.add({
		match: { contactId: 'a' },
		fault: { kind: 'status', status: 403 },
	});

	const { items } = await sendOnce([message(1, 'a'), message(1, 'b')], {
		settings: { onError: 'continueRegularOutput' },
	});

	expect(channel.service.messages).toMatchObject([{ contactId: 'b' }]);
	expect(items[1]?.json.status).toBe('Success');
});

it('lets a refused message be sent by a later execution', async () => {
	channel.service.faults.add({ fault: { kind: 'status', status: 403 } });

	expect((await sendOnce([message(1)])).error?.message).toContain('refused');
	expect(processed.keys).toEqual([]);
	const { items } = await sendOnce([message(1)]);

	expect(items[0]?.json.status).toBe('Success');
});

it('does not send in a later execution what may have gone out', async () => {
	channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

	await sendOnce([message(1)]);
	const { items } = await sendOnce([message(1)]);

	expect(items[0]?.json.status).toBe('skipped');
	expect(channel.service.messages).toHaveLength(1);
});

it('does not call its own messages skipped when n8n tries again', async () => {
	channel.service.faults.add({
		match: { contactId: '0' },
		fault: { kind: 'status', status: 403 },
	});
	const messages = Array.from({ length: 10 }, (_, order) => message(order));

	const { items } = await sendOnce(messages, {
		settings: { ...retry, onError: 'continueRegularOutput' },
	});

	expect(items.map(({ json }) => json.status)).toEqual(messages.map(() => 'Success'));
	expect(new Set(texts()).size).toBe(10);
	expect(texts()).toHaveLength(10);
});

it('sends again with Resend When Unsure, because the key is its own', async () => {
	channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'beforeEffect' } });

	const { items } = await sendOnce([message(1)], {}, { resendWhenUnsure: true });

	expect(items[0]?.json.status).toBe('Success');
	expect(processed.keys).toEqual(['1']);
});

it('loses no key when executions run at once, and writes keys together', async () => {
	const orders = Array.from({ length: 60 }, (_, order) => order);
	const parts = [orders.slice(0, 30), orders.slice(30), orders.slice(15, 45)];

	await Promise.all(parts.map(async (part) => await sendOnce(part.map((order) => message(order)))));

	expect(texts()).toHaveLength(60);
	expect(new Set(processed.keys)).toEqual(new Set(orders.map(String)));
	expect(processed.writes).toBeLessThan(30);
});

it.each([
	['nothing', {}],
	['null', { order: null }],
	['empty text', { order: '' }],
])('sends nothing when the expression of the key gives %s', async (_, value) => {
	const { error } = await sendOnce([message(1), { contactId: '2', text: 'Hello', ...value }]);

	expect(error?.message).toBe("'Send Once Per Key' is empty [item 1]");
	expect(channel.service.messages).toEqual([]);
	expect(processed.keys).toEqual([]);
});

it('tells an agent that a message was sent before', async () => {
	const ask = { contactId: '1', text: 'Hello', order: 'order 1' };
	const parameters = sendText({
		contactId: "={{ $fromAI('contactId', 'The contact', 'string') }}",
		text: "={{ $fromAI('text', 'What to say', 'string') }}",
		options: { sendOnceKey: "={{ $fromAI('order', 'The order number', 'string') }}" },
	});

	const { items } = await sendOnce([ask, ask], { asTool: true, parameters });

	expect(items[0]?.json.answer).toContain('Message Sent');
	expect(items[1]?.json.answer).toContain("a message with the key 'order 1' was already sent");
	expect(channel.service.messages).toHaveLength(1);
});
