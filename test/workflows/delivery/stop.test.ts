import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const channel = useChannel({
	acceptUnknownContacts: true,
	latency: { minMs: 20, maxMs: 60 },
});

const items = Array.from({ length: 400 }, (_, index) => ({
	contactId: String(index),
	text: `Message ${String(index)}`,
}));

it('On Error: stop starts nothing new, awaits what is under way, and says how far it came', async () => {
	channel.service.faults.add({
		match: { contactId: '50' },
		fault: { kind: 'status', status: 403, message: 'Blocked' },
	});

	const { error, status } = await channel.runNode({ parameters: sendText(), items });

	expect(status).toBe('error');
	expect(error?.message).toBe('Blocked [item 50]');
	expect(error?.description).toMatch(
		/Check the contact.* Already sent: items 0–49.*\. Running the workflow again resends all messages/,
	);
	expect(channel.service.messages.length).toBeGreaterThanOrEqual(50);
	expect(channel.service.messages.length).toBeLessThan(300);
	// Every call got its answer: none was left under way.
	expect(channel.service.requests.map((call) => call.status)).not.toContain(null);
});

it('after a 401, no further call is made, and every item says why', async () => {
	const { items: output } = await channel.runNode(
		{ parameters: sendText(), items, settings: { onError: 'continueRegularOutput' } },
		{ token: 'another' },
	);

	// Only calls that were under way together with the first one.
	expect(channel.service.requests.length).toBeLessThanOrEqual(100);
	const message = expect.stringContaining('API Token is invalid') as string;
	expect(output).toMatchObject(items.map(() => ({ json: { error: { message } } })));
});
