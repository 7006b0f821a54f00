import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { itemsNode, outputOf, waitFor } from '../../support/n8n';

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

	test('after a stop and a correction to one row, Execute sends only the remaining messages', async () => {
		const { service, client } = testEnvironment();
		const [ana, luis] = service.contacts.all().map(({ id }) => id);
		// Messages to one contact are sent in order, so later rows of this contact wait.
		service.faults.add({ match: { contactId: luis ?? '' }, fault: { kind: 'noResponse' } });
		const rows = (last: string) => [
			{ contactId: ana, text: 'Hello' },
			...['Hello', 'Your table is booked', last].map((text) => ({ contactId: luis, text })),
		];
		const workflow = await client.createWorkflow(
			workflowOf({ parameters: sendText(), items: rows('See you on Fridya') }),
		);

		const stoppedId = await client.startWorkflow(workflow);
		await waitFor('both first messages', () => service.messages.length === 2);
		await client.stopExecution(stoppedId);
		const { status } = await client.waitForExecution(stoppedId);
		const source = itemsNode(rows('See you on Friday'));
		const nodes = workflow.nodes.map((node) =>
			node.name === source.name ? { ...node, parameters: source.parameters } : node,
		);
		const repeated = await client.runWorkflow(await client.updateWorkflow(workflow.id, { nodes }));

		expect(status).toBe('canceled');
		expect(outputOf(repeated, nodeName).map(({ json }) => json['reason'])).toEqual([
			'alreadySent',
			'alreadySent',
			undefined,
			undefined,
		]);
		expect(service.messages.map(({ contactId, item }) => [contactId, item])).toMatchObject([
			[ana, { text: 'Hello' }],
			...rows('See you on Friday')
				.slice(1)
				.map(({ text }) => [luis, { text }]),
		]);
	});

	test('after the service rejected the token, Execute with a new token sends only the remaining messages', async () => {
		const { service, client, credential, credentialData } = testEnvironment();
		const items = service.contacts.all().map(({ id }) => ({ contactId: id, text: 'Hello' }));
		const rejectedId = items.at(-1)?.contactId ?? '';
		const unauthorized = { kind: 'status', status: 401, message: 'Unauthorized' } as const;
		service.faults.add({ match: { contactId: rejectedId }, fault: unauthorized });
		const workflow = await client.createWorkflow(workflowOf({ parameters: sendText(), items }));

		const { token } = service;
		const renewTo = async (renewed: string) => {
			service.token = renewed;
			const data = { ...credentialData, token: renewed };
			await client.updateCredential(credential.id, { ...credential, data });
		};

		await client.runWorkflow(workflow);
		try {
			await renewTo(`${token}-renewed`);
			await client.runWorkflow(workflow);
		} finally {
			await renewTo(token);
		}

		const recipients = service.messages.map(({ contactId }) => contactId);
		expect(recipients.sort()).toEqual(items.map(({ contactId }) => contactId).sort());
	});
}
