import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { outputOf } from '../../support/n8n';

/** Executions that a person starts after one that stopped at a failure. */
export function executeAgain(): void {
	test("Execute and Retry send only the messages that the stopped execution didn't send", async () => {
		const { service, client } = testEnvironment();
		const [first, second] = service.contacts.all().map(({ id }) => id);
		service.faults.add({
			match: { contactId: second ?? '' },
			times: 2,
			fault: { kind: 'status', status: 403, message: 'Blocked' },
		});
		const items = [first, first, second].map((contactId) => ({ contactId, text: 'Hello' }));
		const workflow = await client.createWorkflow(workflowOf({ parameters: sendText(), items }));

		await client.runWorkflow(workflow);
		const failedId = await client.startWorkflow(workflow);
		await client.waitForExecution(failedId);
		const retried = await client.retryExecution(failedId, workflow.id);

		expect(outputOf(retried, nodeName).at(-1)?.json).toMatchObject({ message: 'Message Sent' });
		const counts = [first, second].map(
			(id) => service.messages.filter(({ contactId }) => contactId === id).length,
		);
		expect(counts).toEqual([2, 1]);
	});
}
