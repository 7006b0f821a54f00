import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { useChannel } from '../engine/channel';
import { contactOperation, sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

const items = Array.from({ length: 200 }, (_, index) => ({
	contactId: String(index),
	text: `Message ${String(index)}`,
}));

/** A signal that is aborted once the service has got so many calls. */
function cancelAfter(calls: number): AbortSignal {
	const controller = new AbortController();
	const look = setInterval(() => {
		if (channel.service.calls.length >= calls) controller.abort();
	}, 5);
	controller.signal.addEventListener('abort', () => {
		clearInterval(look);
	});
	return controller.signal;
}

/** The calls that the service got when the cancellation was a second old already. */
async function lateCalls(cancel: AbortSignal, work: Promise<unknown>) {
	await once(cancel, 'abort');
	const cancelledAt = Date.now();
	await work;
	// Had the node gone on, it would have made 25 calls in this second.
	await sleep(cancelledAt + 2_000 - Date.now());
	return channel.service.calls.filter(({ at }) => at > cancelledAt + 1_000);
}

it('starts no call after a cancelled execution, in the middle of a campaign', async () => {
	const cancel = cancelAfter(30);
	const work = runNode({
		credential: channel.credential({ messagesPerSecond: 25 }),
		parameters: sendText(),
		items,
		settings: { onError: 'continueRegularOutput', retryOnFail: true },
		cancel,
	});

	expect(await lateCalls(cancel, work)).toEqual([]);
	expect((await work).status).toBe('canceled');
});

it('ends in the middle of a wait of a minute', async () => {
	const contactId = channel.service.contacts.all()[0]?.id ?? '';
	const cancel = cancelAfter(100);
	const work = runNode({
		credential: channel.credential({ contactCallsPerMinute: 100 }),
		parameters: contactOperation('get', { contactId: `={{ $json.id }}` }),
		items: Array.from({ length: 150 }, (_, index) => ({ id: `${contactId}${String(index)}` })),
		settings: { onError: 'continueRegularOutput' },
		cancel,
	});
	await once(cancel, 'abort');
	const cancelledAt = Date.now();

	await work;

	expect(Date.now() - cancelledAt).toBeLessThan(30_000);
	expect(channel.service.calls).toHaveLength(100);
});

it.each(['', 'Hi'])(
	'listens for a cancellation no longer than it runs (with the text %j)',
	async (text) => {
		const result = await runNode({
			credential: channel.credential(),
			parameters: sendText(),
			items: [{ contactId: '1', text }],
		});

		expect(result.status).toBe(text === '' ? 'error' : 'success');
		expect(result.cancelListeners).toBe(0);
	},
);

it('listens no longer where the service refuses', async () => {
	const { error, cancelListeners } = await runNode({
		credential: channel.credential({ token: 'another' }),
		parameters: sendText(),
		items: [{ contactId: '1', text: 'Hi' }],
	});

	expect(error).toBeDefined();
	expect(cancelListeners).toBe(0);
});
