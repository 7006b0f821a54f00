import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import {
	hasEnded,
	type N8nClient,
	newNode,
	postToWebhook,
	sequentialWorkflow,
	type StoredCredential,
	waitFor,
	type Workflow,
} from '../../support/n8n';
import { askInChat, passOnReply, sendAndWait, sendText } from '../../support/fixtures/parameters';
import type { Service } from '../../support/service';

export interface CampaignPlan {
	/** The number of concurrent executions. */
	readonly executions: number;
	readonly messagesEach: number;
	/** Whether all executions send the same messages. */
	readonly isShared?: boolean;
	/** Returns a workflow whose webhook receives `messages` with `contactId`, `text`, and `key`. */
	workflow(path: string, credential: StoredCredential): Workflow;
}

interface CampaignTarget {
	readonly client: N8nClient;
	readonly webhookUrl: string;
	readonly credential: StoredCredential;
}

/** The name of the Channel Messaging node in all campaigns. */
export const sendingNode = 'Send';

/** The messages to a contact are interleaved with those to other contacts. */
const messagesPerContact = 3;
/** n8n reports the executions of a killed worker after several minutes. */
const timeoutMs = 10 * 60_000;

/** Returns the messages of an execution. Every text is unique. */
function messagesOf(execution: number, { messagesEach }: CampaignPlan) {
	const contacts = Math.ceil(messagesEach / messagesPerContact);
	return Array.from({ length: messagesEach }, (_, index) => ({
		contactId: `contact-${String(execution)}-${String(index % contacts)}`,
		text: `Execution ${String(execution)}, message ${String(index)}`,
		key: `key ${String(index)}`,
	}));
}

/** Returns a workflow: Webhook, Split Out, and Channel Messaging with these parameters. */
function sendingWorkflow(parameters: INodeParameters): CampaignPlan['workflow'] {
	return (path, { id, name }) =>
		sequentialWorkflow('Campaign', [
			{
				...newNode('Webhook', ['n8n-nodes-base.webhook', 2], { path, httpMethod: 'POST' }),
				webhookId: path,
			},
			newNode('Split Out', ['n8n-nodes-base.splitOut', 1], { fieldToSplitOut: 'body.messages' }),
			{
				...newNode(sendingNode, ['n8n-nodes-channel-messaging.channelMessaging', 1], parameters),
				credentials: { channelMessagingApi: { id, name } },
			},
		]);
}

/** 3,000 messages: two minutes at the full rate. */
export const largeCampaign: CampaignPlan = {
	executions: 20,
	messagesEach: 150,
	workflow: sendingWorkflow(sendText()),
};

/** The same 200 messages in nine concurrent executions on all workers. */
export const sharedMessages = { executions: 9, messagesEach: 200, isShared: true } as const;

/** The same messages in all executions, each with a key. */
export const keyedCampaign: CampaignPlan = {
	...sharedMessages,
	workflow: sendingWorkflow(sendText({ options: { sendOnceKey: '={{ $json.key }}' } })),
};

/** One question to one contact. */
export const singleQuestion: CampaignPlan = {
	executions: 1,
	messagesEach: 1,
	workflow: sendingWorkflow(sendAndWait()),
};

export const askingWorkflow = sendingWorkflow(askInChat());

export const receivingWorkflow = sendingWorkflow(passOnReply());

export async function startCampaign(
	{ client, credential, webhookUrl }: CampaignTarget,
	plan: CampaignPlan,
) {
	const path = randomUUID();
	const workflow = await client.createWorkflow(plan.workflow(path, credential));
	await client.activateWorkflow(workflow.id);
	const responses = await Promise.all(
		Array.from({ length: plan.executions }, (_, execution) =>
			postToWebhook(webhookUrl, path, {
				messages: messagesOf(plan.isShared ? 0 : execution, plan),
			}),
		),
	);
	const failed = responses.find(({ status }) => status !== 200);
	if (failed !== undefined) throw new Error(`The webhook responded ${JSON.stringify(failed)}`);
	return {
		waitForEnd: () =>
			waitFor(
				'all executions to end',
				async () => {
					const all = await client.listExecutions(workflow.id);
					const isFinished = all.length === plan.executions && all.every(hasEnded);
					return isFinished ? all : undefined;
				},
				timeoutMs,
			),
	};
}

/** Summarizes the accepted messages of a campaign. */
export function summarizeDelivery(service: Service) {
	/** The accepted texts of each execution, by its index, in order of acceptance. */
	const textsOf = new Map<number, string[]>();
	const times = new Map<string, number>();
	const last = new Map<string, number>();
	/** Contacts of an execution that received messages in an order other than that of its items. */
	const outOfOrder: string[] = [];
	for (const { contactId, item } of service.messages) {
		const text = item.type === 'text' ? item.text : '';
		const [, execution = '', message = ''] = /^Execution (\d+), message (\d+)$/.exec(text) ?? [];
		const texts = textsOf.get(Number(execution)) ?? [];
		textsOf.set(Number(execution), [...texts, text]);
		times.set(text, (times.get(text) ?? 0) + 1);
		const key = `execution ${execution}, ${contactId}`;
		if (Number(message) < (last.get(key) ?? 0)) outOfOrder.push(key);
		last.set(key, Number(message));
	}
	const statistics = service.statistics();
	return {
		statistics,
		textsOf,
		/** Texts that were accepted more than once. */
		duplicates: [...times].filter(([, count]) => count > 1).map(([text]) => text),
		outOfOrder,
		/** The fraction of requests that were rejected with 429. */
		rejectedRatio: statistics.rateLimited / statistics.requests,
	};
}
