import { waitFor } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';

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
		const workflow = (name: string) => {
			const items = Array.from({ length: messagesEach }, (_, index) => ({
				contactId: `${name} ${String(index)}`,
				text: name,
			}));
			return workflowOf({ parameters: sendText(), items });
		};
		const slowWorkflow = workflow('slow');
		for (const node of slowWorkflow.nodes) {
			if (node.name === nodeName) node.credentials = { channelMessagingApi: slow };
		}

		const slowId = await client.startWorkflow(slowWorkflow);
		await waitFor('the first message', () => service.messages.length > 0, 30_000);
		const fastId = await client.startWorkflow(workflow('fast'));
		await client.waitForExecution(slowId);
		await client.waitForExecution(fastId);

		const times = service.requests.map(({ at }) => at);
		expect(times).toHaveLength(2 * messagesEach);
		const inSecond = times.map(
			(from) => times.filter((at) => at >= from && at < from + 1_000).length,
		);
		// Arrivals are a few milliseconds less regular than the times of writing.
		expect(Math.max(...inSecond)).toBeLessThanOrEqual(slowRate + 1);
		const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
		expect(times.length - slowRate).toBeLessThanOrEqual(slowRate * seconds);
	});
}
