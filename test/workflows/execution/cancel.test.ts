import { waitFor } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const messages = (text: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({ contactId: String(index), text }));

it('a cancelled campaign ends without further requests', async () => {
	const rate = { messagesPerSecond: 25 };
	const parameters = sendText();
	const controller = new AbortController();
	const execution = channel.runNode(
		{
			parameters,
			items: messages('Cancelled', 200),
			settings: { onError: 'continueRegularOutput', retryOnFail: true },
			cancel: controller.signal,
		},
		rate,
	);
	await waitFor('30 messages', () => channel.texts.length >= 30);

	controller.abort();
	const result = await execution;
	await channel.runNode({ parameters, items: messages('Next', 30) }, rate);

	expect(result).toMatchObject({ status: 'canceled', cancelListeners: 0 });
	// Executions with the same token take turns, so remaining requests would be interleaved.
	expect(channel.texts.slice(channel.texts.indexOf('Next'))).toEqual(
		Array<string>(30).fill('Next'),
	);
	expect(channel.texts.length).toBeLessThan(200);
});

it.each([
	['success', 'Hi', {}, 'success'],
	['an invalid item', '', {}, 'error'],
	['a rejection', 'Hi', { token: 'another-token' }, 'error'],
])('the node removes its cancellation listeners after %s', async (_, text, changes, status) => {
	const items = messages(text, 1);

	expect(await channel.runNode({ parameters: sendText(), items }, changes)).toMatchObject({
		status,
		cancelListeners: 0,
	});
});
