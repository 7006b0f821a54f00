import { randomUUID } from 'node:crypto';

import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';
import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { useOtherChannels } from '../../support/fixtures/otherChannels';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import {
	newNode,
	postToWebhook,
	type StoredCredential,
	waitFor,
	type Workflow,
} from '../../support/n8n';

const loops = 100;

/** Slow enough that n8n starts all loops while their messages wait. */
const messagesPerSecond = 5;

/** When the single message arrives, every loop has sent one message, and waits with the next one. */
const acceptedBefore = 105;

/**
 * M10 allows a second of messages, and n8n needs some time between the two nodes. If loops counted
 * as new after each message, almost 100 messages would be sent first.
 */
const maxAhead = 40;

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

function loopingWorkflow(path: string, credential: StoredCredential): Workflow {
	return {
		name: 'Loop',
		nodes: [
			{
				...newNode('Webhook', ['n8n-nodes-base.webhook', 2], { path, httpMethod: 'POST' }),
				webhookId: path,
			},
			newNode('Split Out', ['n8n-nodes-base.splitOut', 1], { fieldToSplitOut: 'body.messages' }),
			newNode('Loop Over Items', ['n8n-nodes-base.splitInBatches', 3]),
			channelMessagingNode(sendText(), {}, credential),
		],
		connections: {
			Webhook: { main: [to('Split Out')] },
			'Split Out': { main: [to('Loop Over Items')] },
			'Loop Over Items': { main: [[], to(nodeName)] },
			[nodeName]: { main: [to('Loop Over Items')] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** A workflow that reads a contact, which shows when it started, and then sends a message to it. */
function singleWorkflow(path: string, credential: StoredCredential): Workflow {
	const contactOf = { contactId: contact(contactId()) };
	return {
		name: 'Single message',
		nodes: [
			{
				...newNode('Webhook', ['n8n-nodes-base.webhook', 2], { path, httpMethod: 'POST' }),
				webhookId: path,
			},
			{ ...channelMessagingNode(contactOperation('get', contactOf), {}, credential), name: 'Get' },
			channelMessagingNode(sendText({ ...contactOf, text: 'Single' }), {}, credential),
		],
		connections: { Webhook: { main: [to('Get')] }, Get: { main: [to(nodeName)] } },
		settings: { executionOrder: 'v1' },
	};
}

async function publish(workflowOf: (path: string) => Workflow) {
	const { client, n8n } = testEnvironment();
	const path = randomUUID();
	const { id } = await client.createWorkflow(workflowOf(path));
	await client.activateWorkflow(id);
	return async (body: object = {}) => {
		const { status } = await postToWebhook(n8n.url, path, body);
		expect(status).toBe(200);
	};
}

/** Executions with the same token take turns. */
export function turns(): void {
	const startChannel = useOtherChannels();

	test('a single message is sent ahead of the next messages of 100 loops', async () => {
		const { credential, service } = await startChannel({ messagesPerSecond });
		const startLoop = await publish((path) => loopingWorkflow(path, credential));
		const sendSingle = await publish((path) => singleWorkflow(path, credential));

		for (let loop = 0; loop < loops; loop += 1) {
			const message = { contactId: `loop-${String(loop)}`, text: 'Loop' };
			await startLoop({ messages: [message, message] });
		}
		await waitFor('each loop to send', () => service.messages.length >= acceptedBefore);
		await sendSingle();
		await waitFor('all messages', () => service.messages.length > loops * 2);

		const { requests } = service;
		const startedAt = requests.findIndex(({ method }) => method === 'GET');
		const sentAt = requests.findIndex(({ body }) => JSON.stringify(body ?? '').includes('Single'));
		const ahead = requests.slice(startedAt, sentAt).filter(({ accepted }) => accepted);
		expect(startedAt).toBeGreaterThan(0);
		expect(ahead.length).toBeLessThanOrEqual(maxAhead);
	});
}
