import type { INodeParameters } from 'n8n-workflow';

/** Parameters of Send with a text, for a contact and a text that expressions take from the item. */
export function sendText(changes: INodeParameters = {}): INodeParameters {
	return {
		resource: 'message',
		operation: 'send',
		contactId: { __rl: true, mode: 'id', value: '={{ $json.contactId }}' },
		messageType: 'text',
		text: '={{ $json.text }}',
		options: {},
		...changes,
	};
}

/** Parameters of a contact operation. */
export function contactOperation(operation: string, parameters: INodeParameters): INodeParameters {
	return { resource: 'contact', operation, options: {}, ...parameters };
}
