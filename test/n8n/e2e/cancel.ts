import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { workflowOf } from '../../support/fixtures/nodeWorkflow';

/** The execution's Stop button, in the middle of a campaign. */
export function cancel(): void {
	test('a stopped execution starts no further call', async () => {
		const { client, service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		const items = Array.from({ length: 300 }, (_, index) => ({
			contactId: `contact-${String(index)}`,
			text: `Message ${String(index)}`,
		}));
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const id = await client.startWorkflow(workflowOf({ parameters: sendText(), items, settings }));
		await waitFor('the campaign to begin', () => service.messages.length >= 30, 30_000);

		await client.stopExecution(id);

		expect((await client.waitForExecution(id)).status).toBe('canceled');
		// A stopped execution ends within a second; the limit would admit another 25 in the next one.
		await sleep(1_000);
		const before = service.requests.length;
		await sleep(1_000);
		expect(service.requests).toHaveLength(before);
		service.configure({ acceptUnknownContacts: false });
	});
}
