import { waitFor } from '../../support/n8n';
import { runNode, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { messages, retryOnFail, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** Executions that a user stops. */
export function cancellation(): void {
	test('a stopped execution sends no further requests', async () => {
		const { client, service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		const id = await client.startWorkflow(
			workflowOf({
				parameters: sendText(),
				items: messages(300, 'Stopped'),
				settings: retryOnFail,
			}),
		);
		const stoppedRequests = () =>
			service.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('Stopped'));
		await waitFor('30 messages', () => service.messages.length >= 30);

		await client.stopExecution(id);
		const { status } = await client.waitForExecution(id);
		const sent = stoppedRequests().length;
		// Requests with the same token wait in one queue, so any remaining requests are sent first.
		const { execution } = await runNode({ parameters: sendText(), items: messages(30, 'Next') });

		expect(status).toBe('canceled');
		expect(execution.status).toBe('success');
		expect(stoppedRequests()).toHaveLength(sent);
	});
}
