import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { useChannel } from '../engine/channel';
import { contactOperation, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

const items = Array.from({ length: 200 }, (_, index) => ({
	contactId: String(index),
	text: `Message ${String(index)}`,
}));

/** A signal that is aborted once the service has got so many calls. */
function cancelAfter(calls: number): AbortSignal {
	const controller = new AbortController();
	const look = setInterval(() => {
		if (channel.service.requests.length < calls) return;
		controller.abort();
		clearInterval(look);
	}, 5);
	return controller.signal;
}

it.each([
	['a campaign', 30, sendText(), { messagesPerSecond: 25 }],
	[
		'a wait of a minute',
		1,
		contactOperation('get', { contactId: '={{ $json.contactId }}' }),
		{ contactCallsPerMinute: 1 },
	],
])('ends in the middle of %s, and starts no call', async (_, calls, parameters, rate) => {
	const cancel = cancelAfter(calls);
	const settings = { onError: 'continueRegularOutput', retryOnFail: true } as const;
	const work = channel.runNode({ parameters, items, settings, cancel }, rate);
	await once(cancel, 'abort');
	const cancelledAt = Date.now();

	expect(await work).toMatchObject({ status: 'canceled', cancelListeners: 0 });

	expect(Date.now() - cancelledAt).toBeLessThan(30_000);
	// Had the node gone on with the campaign, it would have made 25 calls in the second of these.
	await sleep(cancelledAt + 2_000 - Date.now());
	expect(channel.service.requests.filter(({ at }) => at > cancelledAt + 1_000)).toEqual([]);
});

it.each([
	['all went well', 'Hi', {}, 'success'],
	['an item could not be read', '', {}, 'error'],
	['the service refused', 'Hi', { token: 'another' }, 'error'],
])('listens for a cancellation no longer than it runs: %s', async (_, text, changes, status) => {
	const items = [{ contactId: '1', text }];

	expect(await channel.runNode({ parameters: sendText(), items }, changes)).toMatchObject({
		status,
		cancelListeners: 0,
	});
});
