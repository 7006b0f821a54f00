import { nodeName, runNode, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { retryOnFail, sendText } from '../../support/fixtures/parameters';
import { testEnvironment, withCredentialData } from '../../support/fixtures/testEnvironment';
import { lastNodeExecution, waitFor } from '../../support/n8n';

/** Attempts (Retry On Fail) whose expressions and credentials differ. */
export function retries(): void {
	test('the output contains what was sent, even if the expression has another value in a retry', async () => {
		const { service } = testEnvironment();
		const [first, second] = service.contacts.all().map(({ id }) => id);
		service.faults.add({
			match: { contactId: second ?? '' },
			fault: { kind: 'status', status: 403, message: 'Blocked' },
		});

		const { items } = await runNode({
			parameters: sendText({ text: '=Code {{ Math.random() }}' }),
			items: [{ contactId: first }, { contactId: second }],
			settings: retryOnFail,
		});

		expect(service.messages.map(({ contactId }) => contactId)).toEqual([first, second]);
		expect(items.map(({ json }) => json['content'])).toEqual(
			service.messages.map(({ item }) => item),
		);
	});

	test('the error of a retry that cannot read its credential lists what was and may have been sent', async () => {
		const { service, client } = testEnvironment();
		const [first, second] = service.contacts.all().map(({ id }) => id);
		service.faults.add({ match: { contactId: second ?? '' }, fault: { kind: 'noResponse' } });
		const workflow = workflowOf({
			parameters: sendText({ options: { timeout: 5 } }),
			items: [first, second].map((contactId) => ({ contactId, text: 'Hello' })),
			settings: { ...retryOnFail, maxTries: 2, waitBetweenTries: 5_000 },
		});
		const id = await client.startWorkflow(workflow);
		await waitFor('both requests', () => service.requests.length === 2);

		const execution = await withCredentialData(
			{ token: '={{ $json.notThere }}' },
			async () => await client.waitForExecution(id),
		);

		const { error } = lastNodeExecution(execution, nodeName);
		expect(error?.description).toContain('Already sent: item 0. Possibly sent: item 1.');
		expect(service.requests).toHaveLength(2);
	});
}
