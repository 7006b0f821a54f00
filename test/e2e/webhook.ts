import { inARow } from '../n8n';
import { contact, send } from '../running/parameters';
import { theRunning } from '../running/running';
import { channelMessaging, nodeName } from '../running/workflow';

/** A production execution: an activated workflow, started from outside. */
export function webhook(): void {
	test('a call of the webhook sends the message, and answers what the service said', async () => {
		const { client, service } = theRunning();
		const [addressee] = service.contacts.all();
		const workflow = await client.createWorkflow({
			name: 'Send what the webhook says',
			nodes: [
				{
					name: 'Webhook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					position: [0, 0],
					parameters: {
						path: 'send',
						httpMethod: 'POST',
						responseMode: 'lastNode',
						options: {},
					},
					webhookId: 'send',
				},
				{
					name: 'Edit Fields',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					position: [200, 0],
					parameters: {
						assignments: {
							assignments: [
								{ id: 'to', name: 'to', type: 'string', value: '={{ $json.body.to }}' },
								{ id: 'name', name: 'name', type: 'string', value: '={{ $json.body.name }}' },
							],
						},
						options: {},
					},
				},
				channelMessaging(
					send({
						contactId: contact('={{ $json.to }}'),
						messageType: 'text',
						text: '=Hello {{ $json.name }}',
					}),
				),
			],
			connections: inARow('Webhook', 'Edit Fields', nodeName),
			settings: { executionOrder: 'v1' },
		});
		await client.activateWorkflow(workflow.id);

		const answer = await client.callWebhook('send', { to: addressee?.id, name: 'Ana' });

		expect(answer).toEqual({
			status: 200,
			body: { status: 'Success', message: 'Message Sent', data: [] },
		});
		expect(service.messages).toMatchObject([
			{ contactId: addressee?.id, item: { type: 'text', text: 'Hello Ana' } },
		]);
		const executions = await client.listExecutions(workflow.id);
		expect(executions).toHaveLength(1);
		// n8n answers the webhook before it has written down how the execution ended.
		expect(await client.waitForExecution(executions[0]?.id ?? '')).toMatchObject({
			mode: 'webhook',
			status: 'success',
		});
	});
}
