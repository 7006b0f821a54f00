import type { INodeProperties } from 'n8n-workflow';

export const sendIdenticalMessagesOption: INodeProperties = {
	displayName: 'Send Identical Messages',
	name: 'sendEqualMessages',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '@tool': [true] } },
	description:
		'Whether to send a message even if an identical one was recently sent to the contact. By default, it is skipped because models repeat calls.',
};
