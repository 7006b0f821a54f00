import { waitFor } from '../../support/n8n';
import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const messages = (text: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({ contactId: String(index), text }));

/** Executes the node until the service has received a number of requests, and then cancels it. */
async function cancelAfter(
	requests: number,
	input: Parameters<typeof channel.runNode>[0],
	rate: Parameters<typeof channel.runNode>[1],
) {
	const controller = new AbortController();
	const settings = { onError: 'continueRegularOutput', retryOnFail: true } as const;
	const execution = channel.runNode({ ...input, settings, cancel: controller.signal }, rate);
	await waitFor('requests', () => channel.service.requests.length >= requests);
	controller.abort();
	return await execution;
}

it('a cancelled campaign ends without further requests', async () => {
	const rate = { messagesPerSecond: 25 };
	const parameters = sendText();

	const result = await cancelAfter(30, { parameters, items: messages('Canceled', 200) }, rate);
	await channel.runNode({ parameters, items: messages('Next', 30) }, rate);

	expect(result).toMatchObject({ status: 'canceled', cancelListeners: 0 });
	// Executions with the same token take turns, so remaining requests would be interleaved.
	const texts = channel.service.messages.map(({ item }) => ('text' in item ? item.text : ''));
	expect(texts.slice(texts.indexOf('Next'))).toEqual(Array<string>(30).fill('Next'));
	expect(texts.length).toBeLessThan(200);
});

it('a cancelled execution does not wait for the rate limit', async () => {
	const parameters = contactOperation('get', { contactId: '={{ $json.contactId }}' });

	const result = await cancelAfter(
		1,
		{ parameters, items: messages('', 3) },
		{ contactCallsPerMinute: 1 },
	);

	expect(result).toMatchObject({ status: 'canceled', cancelListeners: 0 });
	expect(channel.service.requests).toHaveLength(1);
});

it.each([
	['success', 'Hi', {}, 'success'],
	['an invalid item', '', {}, 'error'],
	['a rejection', 'Hi', { token: 'another' }, 'error'],
])('the node removes its cancellation listeners after %s', async (_, text, changes, status) => {
	const items = messages(text, 1);

	expect(await channel.runNode({ parameters: sendText(), items }, changes)).toMatchObject({
		status,
		cancelListeners: 0,
	});
});
