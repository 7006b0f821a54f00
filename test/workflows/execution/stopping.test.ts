import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const channel = useChannel({
	acceptUnknownContacts: true,
	latency: { minMs: 20, maxMs: 60 },
});

/** Many more than the 100 concurrent requests of an execution. */
const items = Array.from({ length: 1_000 }, (_, index) => ({
	contactId: String(index),
	text: `Message ${String(index)}`,
}));

it('an execution stops after a failed item, awaits running requests, and lists the sent items', async () => {
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
	expect(channel.texts.includes(items.at(-1)?.text ?? '')).toBe(false);
	// A request without a response has the status `null`.
	expect(channel.service.requests.map(({ status: httpStatus }) => httpStatus)).not.toContain(null);
});
