import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const items = Array.from({ length: 200 }, (_, index) => ({
	contactId: String(index),
	text: `Message ${String(index)}`,
}));

/** Returns a signal that is aborted once the service has received a number of requests. */
function cancelAfter(requests: number): AbortSignal {
	const controller = new AbortController();
	const poll = setInterval(() => {
		if (channel.service.requests.length < requests) return;
		controller.abort();
		clearInterval(poll);
	}, 5);
	return controller.signal;
}

it.each([
	{
		title: 'a cancelled campaign sends no more messages',
		requests: 30,
		parameters: sendText(),
		rate: { messagesPerSecond: 25 },
	},
	{
		title: 'a cancelled execution does not wait for the rate limit',
		requests: 1,
		parameters: contactOperation('get', { contactId: '={{ $json.contactId }}' }),
		rate: { contactCallsPerMinute: 1 },
	},
])('$title', async ({ requests, parameters, rate }) => {
	const cancel = cancelAfter(requests);
	const settings = { onError: 'continueRegularOutput', retryOnFail: true } as const;
	const result = await channel.runNode({ parameters, items, settings, cancel }, rate);

	expect(result).toMatchObject({ status: 'canceled', cancelListeners: 0 });
	// Requests that started before the cancellation may arrive later, at most one window of them.
	expect(channel.service.requests.length).toBeLessThanOrEqual(requests + 25);
});

it.each([
	{ title: 'it succeeds', text: 'Hi', credential: {}, status: 'success' },
	{ title: 'an item is invalid', text: '', credential: {}, status: 'error' },
	{
		title: 'the service rejects the token',
		text: 'Hi',
		credential: { token: 'another' },
		status: 'error',
	},
])('an execution removes its cancellation listener if $title', async (row) => {
	const { text, credential, status } = row;
	const result = await channel.runNode(
		{ parameters: sendText(), items: [{ contactId: '1', text }] },
		credential,
	);

	expect(result).toMatchObject({ status, cancelListeners: 0 });
});
