import type { Fault } from '../../support/service';
import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

it('Retry On Fail resends only messages that were not sent', async () => {
	// In a Continue mode, n8n retries the node only if the first item fails.
	const faults: readonly Fault[] = [
		{ kind: 'connectionLost', when: 'afterEffect' },
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 403 },
		{ kind: 'status', status: 429, headers: { 'retry-after': '0' } },
	];
	for (const [index, fault] of faults.entries())
		channel.service.faults.add({ match: { contactId: String(index) }, fault });
	const items = Array.from({ length: 20 }, (_, index) => ({
		contactId: String(index),
		text: String(index),
	}));

	const { items: output } = await channel.runNode({
		parameters: sendText(),
		items,
		settings: { ...settings, onError: 'continueRegularOutput' },
	});

	const accepted = items.map(({ text }) => channel.texts.filter((sent) => sent === text).length);
	expect(accepted).toEqual([1, 0, ...items.slice(2).map(() => 1)]);
	expect(output.slice(0, 3).map(({ json }) => json)).toMatchObject([
		{ error: { message: 'The connection to the service was lost [item 0]', outcome: 'unknown' } },
		{ error: { message: 'The service failed (500) [item 1]', outcome: 'unknown' } },
		{ status: 'Success' },
	]);
});

it('Retry On Fail sends all messages after a 401, which stopped the first attempt', async () => {
	channel.service.faults.add({ fault: { kind: 'status', status: 401 } });
	const items = ['One', 'Two'].map((text) => ({ contactId: '1', text }));

	await channel.runNode({ parameters: sendText(), items, settings });

	expect(channel.texts).toEqual(['One', 'Two']);
	expect(channel.service.requests).toHaveLength(3);
});

it("'Retry When Unsure' resends a message after a lost connection", async () => {
	channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

	await channel.runNode({
		parameters: sendText({ contactId: '1', text: 'Hi', options: { resendWhenUnsure: true } }),
	});

	expect(channel.texts).toEqual(['Hi', 'Hi']);
});
