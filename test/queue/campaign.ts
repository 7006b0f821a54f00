import { randomUUID } from 'node:crypto';
import { type ExecutionSummary, inARow, type N8nClient, type StoredCredential } from '../n8n';
import { until } from '../n8n/until';
import { callWebhook } from '../n8n/webhook';
import type { Service, Statistics } from '../service';

/** How much is sent. */
export interface CampaignSize {
	/** Executions that are started at once. */
	readonly executions: number;
	readonly messagesEach: number;
}

/** 3,000 messages, which take two minutes at the full rate. */
export const campaignSize: CampaignSize = { executions: 20, messagesEach: 150 };

/** What a campaign needs to be started. */
export interface CampaignStage {
	readonly client: N8nClient;
	/** Where calls of webhooks are taken. */
	readonly webhookUrl: string;
	readonly credential: StoredCredential;
}

/** A campaign that has been started. */
export interface Campaign {
	readonly size: CampaignSize;
	/** The executions, as n8n lists them now. */
	executions(): Promise<readonly ExecutionSummary[]>;
	/** Waits until n8n has written down how every execution ended. */
	ended(within: number): Promise<readonly ExecutionSummary[]>;
}

/** Each contact gets so many messages of an execution, in turn with the others. */
const messagesPerContact = 3;
const unfinished = new Set(['new', 'running', 'unknown', 'waiting']);

/** What one execution is given: the texts are all different. */
function messagesOf(execution: number, { messagesEach }: CampaignSize) {
	const contacts = Math.ceil(messagesEach / messagesPerContact);
	return Array.from({ length: messagesEach }, (_, index) => ({
		contactId: `contact-${String(execution)}-${String(index % contacts)}`,
		text: `Execution ${String(execution)}, message ${String(index)}`,
	}));
}

/** Starts as many executions at once as the campaign has, by a webhook. */
export async function startCampaign(stage: CampaignStage, size: CampaignSize): Promise<Campaign> {
	const { client, credential, webhookUrl } = stage;
	const path = randomUUID();
	const workflow = await client.createWorkflow({
		name: 'Campaign',
		nodes: [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
				webhookId: path,
			},
			{
				name: 'Split Out',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				position: [200, 0],
				parameters: { fieldToSplitOut: 'body.messages', options: {} },
			},
			{
				name: 'Channel Messaging',
				type: 'n8n-nodes-channel-messaging.channelMessaging',
				typeVersion: 1,
				position: [400, 0],
				parameters: {
					resource: 'message',
					operation: 'send',
					contactId: { __rl: true, mode: 'id', value: '={{ $json.contactId }}' },
					messageType: 'text',
					text: '={{ $json.text }}',
					options: {},
				},
				credentials: { channelMessagingApi: { id: credential.id, name: credential.name } },
			},
		],
		connections: inARow('Webhook', 'Split Out', 'Channel Messaging'),
		settings: { executionOrder: 'v1' },
	});
	await client.activateWorkflow(workflow.id);
	const answers = await Promise.all(
		Array.from({ length: size.executions }, (_, execution) =>
			callWebhook(webhookUrl, path, { messages: messagesOf(execution, size) }),
		),
	);
	const refused = answers.find(({ status }) => status !== 200);
	if (refused !== undefined) throw new Error(`The webhook said ${JSON.stringify(refused)}`);
	const executions = () => client.listExecutions(workflow.id);
	return {
		size,
		executions,
		ended: (within) =>
			until({ within, waitingFor: 'all executions to end' }, async () => {
				const all = await executions();
				const isOver =
					all.length === size.executions && all.every(({ status }) => !unfinished.has(status));
				return isOver ? all : undefined;
			}),
	};
}

/** What the service saw of a campaign. */
export interface Seen {
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
export function whatArrived(service: Service): Seen {
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
		refusedShare: statistics.rateLimited / statistics.calls,
	};
}
