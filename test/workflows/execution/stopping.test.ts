import { useChannel } from '../engine/channel';
import { messages, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({
	acceptUnknownContacts: true,
	latency: { minMs: 20, maxMs: 60 },
});

it('an execution stops after a failed item, awaits running requests, and lists the sent items', async () => {
	channel.service.faults.add({
		match: { contactId: '50' },
		fault: { kind: 'status', status: 403, message: 'Blocked' },
	});

	// Exceeds the number of concurrent requests of an execution.
	const items = messages(1_000);
	const { error, status } = await channel.runNode({ parameters: sendText(), items });

	expect(status).toBe('error');
	expect(error?.message).toBe('Blocked [item 50]');
	expect(error?.description).toMatch(
		/Check the contact.* \d+ of 1000 were sent \(items 0–49.*\)\. Correct item 50 and execute the workflow again within an hour/,
	);
	expect(channel.service.messages.length).toBeGreaterThanOrEqual(50);
	expect(channel.service.messages.map(({ contactId }) => contactId)).not.toContain('999');
	// A request without a response has the status `null`.
	expect(channel.service.requests.map(({ status: httpStatus }) => httpStatus)).not.toContain(null);
});
