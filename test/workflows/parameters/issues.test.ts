import type { INodeParameters } from 'n8n-workflow';

import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';
import { contact, contactOperation, send } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel();

const rows = (count: number, row: INodeParameters) => Array.from({ length: count }, () => row);
const text = { messageType: 'text', text: 'Hi' };
const question = { messageType: 'quickReply', title: 'Which?' };
const customField = { name: 'city', value: 'Lugo' };
/** The value of the hint in the list, which users can select like a contact. */
const listHint = { __rl: true, mode: 'list', value: '', cachedResultName: 'Enter the' };

it.each<[string, INodeParameters]>([
	['no contact', send({ ...text, contactId: contact('') })],
	['the hint in the list as its contact', send({ ...text, contactId: listHint })],
	[
		'too many replies',
		send({ ...question, replies: { reply: rows(limits.repliesPerMessage + 1, { text: 'Yes' }) } }),
	],
	[
		'too many custom fields',
		contactOperation('create', {
			customFields: { field: rows(limits.customFieldsPerRequest + 1, customField) },
		}),
	],
])('n8n does not execute a node with an issue: %s', async (_title, parameters) => {
	await expect(channel.runNode({ parameters })).rejects.toThrow('The workflow has issues');
	expect(channel.service.requests).toEqual([]);
});
