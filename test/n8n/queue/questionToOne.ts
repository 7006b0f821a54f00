import { inARow, newNode } from '../../support/n8n';
import { question } from '../../support/running/question';
import { contact } from '../../support/running/parameters';
import { type CampaignPlan, sendingNode } from './campaign';

/** One execution, which asks one contact. */
export const questionToOne: CampaignPlan = {
	executions: 1,
	messagesEach: 1,
	workflow: (path, { id, name }) => ({
		name: 'Question',
		nodes: [
			{
				...newNode('Webhook', ['n8n-nodes-base.webhook', 2], {
					path,
					httpMethod: 'POST',
					responseMode: 'onReceived',
					options: {},
				}),
				webhookId: path,
			},
			{
				...newNode(
					sendingNode,
					['n8n-nodes-channel-messaging.channelMessaging', 1],
					question({ contactId: contact('={{ $json.body.messages[0].contactId }}') }),
				),
				credentials: { channelMessagingApi: { id, name } },
			},
		],
		connections: inARow('Webhook', sendingNode),
		settings: { executionOrder: 'v1' },
	}),
};
