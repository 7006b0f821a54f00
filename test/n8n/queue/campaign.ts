import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import {
	connectInSequence,
	type ExecutionSummary,
	type N8nClient,
	newNode,
	postToWebhook,
	type StoredCredential,
	waitFor,
	type Workflow,
} from '../../support/n8n';
import { sendAndWait, sendText } from '../../support/fixtures/parameters';
import type { Service, Statistics } from '../../support/service';

/** How much is sent, and by which workflow. */
export interface CampaignPlan {
	/** Executions that are started at once. */
	readonly executions: number;
	readonly messagesEach: number;
	/** Whether all executions are given the same messages. */
	readonly isShared?: boolean;
	/** Has a webhook at the path, which is given `messages` with `contactId`, `text` and `key`. */
	workflow(path: string, credential: StoredCredential): Workflow;
}

/** What a campaign needs to be started. */
export interface CampaignTarget {
	readonly client: N8nClient;
	/** Where calls of webhooks are taken. */
	readonly webhookUrl: string;
	readonly credential: StoredCredential;
}

/** A campaign that has been started. */
export interface Campaign {
	/** Waits until n8n has written down how every execution ended. */
	waitForEnd(): Promise<readonly ExecutionSummary[]>;
}

/** The name of the node that sends, in every campaign. */
export const sendingNode = 'Send';

/** Each contact gets so many messages of an execution, in turn with the others. */
const messagesPerContact = 3;
/** Milliseconds for all executions to end: of a worker that is killed, n8n says so after minutes. */
const patience = 20 * 60_000;
const unfinished = new Set(['new', 'running', 'unknown', 'waiting']);

/** What one execution is given: the texts are all different. */
function messagesOf(execution: number, { messagesEach }: CampaignPlan) {
	const contacts = Math.ceil(messagesEach / messagesPerContact);
	return Array.from({ length: messagesEach }, (_, index) => ({
		contactId: `contact-${String(execution)}-${String(index % contacts)}`,
		text: `Execution ${String(execution)}, message ${String(index)}`,
		key: `key ${String(index)}`,
	}));
}

/** A webhook, and the node with these parameters for each message that the webhook is given. */
function sendingWorkflow(parameters: INodeParameters): CampaignPlan['workflow'] {
	return (path, { id, name }) => ({
		name: 'Campaign',
		nodes: [
			{
				...newNode('Webhook', ['n8n-nodes-base.webhook', 2], { path, httpMethod: 'POST' }),
				webhookId: path,
			},
			newNode('Split Out', ['n8n-nodes-base.splitOut', 1], { fieldToSplitOut: 'body.messages' }),
			{
				...newNode(sendingNode, ['n8n-nodes-channel-messaging.channelMessaging', 1], parameters),
				credentials: { channelMessagingApi: { id, name } },
			},
		],
		connections: connectInSequence('Webhook', 'Split Out', sendingNode),
		settings: { executionOrder: 'v1' },
	});
}

/** 3,000 messages, which take two minutes at the full rate. */
export const largeCampaign: CampaignPlan = {
	executions: 20,
	messagesEach: 150,
	workflow: sendingWorkflow(sendText()),
};

/** The same 200 messages in nine executions, which all workers run at the same time. */
export const sharedMessages = { executions: 9, messagesEach: 200, isShared: true } as const;

/** The same messages again and again, with a key for each. */
export const keyedCampaign: CampaignPlan = {
	...sharedMessages,
	workflow: sendingWorkflow(sendText({ options: { sendOnceKey: '={{ $json.key }}' } })),
};

/** One execution, which asks one contact. */
export const questionToOne: CampaignPlan = {
	executions: 1,
	messagesEach: 1,
	workflow: sendingWorkflow(sendAndWait()),
};

/** Starts as many executions at once as the campaign has, by a webhook. */
export async function startCampaign(
	queueMode: CampaignTarget,
	plan: CampaignPlan,
): Promise<Campaign> {
	const { client, credential, webhookUrl } = queueMode;
	const path = randomUUID();
	const workflow = await client.createWorkflow(plan.workflow(path, credential));
	await client.activateWorkflow(workflow.id);
	const answers = await Promise.all(
		Array.from({ length: plan.executions }, (_, execution) =>
			postToWebhook(webhookUrl, path, {
				messages: messagesOf(plan.isShared ? 0 : execution, plan),
			}),
		),
	);
	const refused = answers.find(({ status }) => status !== 200);
	if (refused !== undefined) throw new Error(`The webhook said ${JSON.stringify(refused)}`);
	return {
		waitForEnd: () =>
			waitFor(
				'all executions to end',
				async () => {
					const all = await client.listExecutions(workflow.id);
					const isOver =
						all.length === plan.executions && all.every(({ status }) => !unfinished.has(status));
					return isOver ? all : undefined;
				},
				patience,
			),
	};
}

/** What the service saw of a campaign. */
export interface DeliverySummary {
	readonly statistics: Statistics;
	/** The texts that were accepted, of each execution by its number, in the order of acceptance. */
	readonly textsOf: ReadonlyMap<number, readonly string[]>;
	/** Texts that were accepted more than once. */
	readonly repeated: readonly string[];
	/** Contacts of an execution that got their messages in another order than its items have. */
	readonly outOfOrder: readonly string[];
	/** Part of all calls that were refused with 429. */
	readonly refusedShare: number;
}

/** Looks at what the service accepted. */
export function summarizeDelivery(service: Service): DeliverySummary {
	const textsOf = new Map<number, string[]>();
	const times = new Map<string, number>();
	const last = new Map<string, number>();
	const outOfOrder: string[] = [];
	for (const { contactId, item } of service.messages) {
		const text = item.type === 'text' ? item.text : '';
		const [, execution = '', message = ''] = /^Execution (\d+), message (\d+)$/.exec(text) ?? [];
		const texts = textsOf.get(Number(execution)) ?? [];
		textsOf.set(Number(execution), [...texts, text]);
		times.set(text, (times.get(text) ?? 0) + 1);
		const place = `execution ${execution}, ${contactId}`;
		if (Number(message) < (last.get(place) ?? 0)) outOfOrder.push(place);
		last.set(place, Number(message));
	}
	const statistics = service.statistics();
	return {
		statistics,
		textsOf,
		repeated: [...times].filter(([, count]) => count > 1).map(([text]) => text),
		outOfOrder,
		refusedShare: statistics.rateLimited / statistics.requests,
	};
}
