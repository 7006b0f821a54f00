import { connectInSequence, newNode, type Workflow } from '../../support/n8n';
import { contactOperation } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';

const path = 'new-lead';
const phone = '+34600221001';

/** Saves the contact whose phone number a webhook receives, and responds with the result. */
function savingWorkflow(): Workflow {
	const webhook = newNode('Webhook', ['n8n-nodes-base.webhook', 2], {
		path,
		httpMethod: 'POST',
		responseMode: 'lastNode',
	});
	const parameters = contactOperation('upsert', {
		fieldName: { __rl: true, mode: 'list', value: 'phone' },
		fieldValue: '={{ $json.body.phone }}',
		customFields: { field: [{ name: 'lastName', value: '={{ $json.body.lastName }}' }] },
	});
	return {
		name: 'Save a lead',
		nodes: [{ ...webhook, webhookId: path }, channelMessagingNode(parameters)],
		connections: connectInSequence('Webhook', nodeName),
		settings: { executionOrder: 'v1' },
	};
}

/** Concurrent executions in one n8n process. */
export function createOrUpdate(): void {
	test('ten simultaneous executions for one new phone number create one contact', async () => {
		const { client, service } = testEnvironment();
		service.configure({ latency: { minMs: 100, maxMs: 200 } });
		const workflow = await client.createWorkflow(savingWorkflow());
		await client.activateWorkflow(workflow.id);
		// Waits until n8n has registered the webhook.
		await client.postToWebhook(path, { phone: '+34600221999', lastName: 'First' });

		const responses = await Promise.all(
			Array.from({ length: 10 }, (_, index) =>
				client.postToWebhook(path, { phone, lastName: `Lead ${String(index)}` }),
			),
		);

		expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
		const actions = responses.map(({ body }) => (body as { action?: unknown }).action);
		expect(actions.sort()).toEqual(['created', ...Array<string>(9).fill('updated')]);
		expect(service.contacts.findByField('phone', phone)).toHaveLength(1);
	});
}
