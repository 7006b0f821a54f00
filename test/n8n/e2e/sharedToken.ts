import { type StoredCredential, waitFor } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { workflowOf } from '../../support/fixtures/nodeWorkflow';

const slowRate = 10;
const messagesEach = 60;

/** Two credentials with the same token and different rates. */
export function sharedToken(): void {
	test('a limit of 10 messages per second also applies to another credential with the same token', async () => {
		const { client, service, credentialData } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		const slow = await client.createCredential({
			name: 'Slow',
			type: 'channelMessagingApi',
			data: { ...credentialData, messagesPerSecond: slowRate },
		});
		const start = async (name: string, credential: StoredCredential) => {
			const items = Array.from({ length: messagesEach }, (_, index) => ({
				contactId: `${name} ${String(index)}`,
				text: name,
			}));
			return await client.startWorkflow(workflowOf({ parameters: sendText(), items, credential }));
		};

		const slowId = await start('slow', slow);
		await waitFor('the first message', () => service.messages.length > 0);
		const fastId = await start('fast', testEnvironment().credential);
		await client.waitForExecution(slowId);
		await client.waitForExecution(fastId);

		const { accepted, messagesPerSecond } = service.statistics();
		expect(accepted).toBe(2 * messagesEach);
		// With its own limit, the faster credential would send its messages in the time of the others,
		// at twice the rate.
		expect(messagesPerSecond).toBeLessThan(1.5 * slowRate);
	});
}
