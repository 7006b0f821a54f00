import type { IDisplayOptions } from 'n8n-workflow';

import { choiceField } from '../parameters/readChoice';

export const responseTypeField = choiceField({
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	noDataExpression: true,
	default: 'approval',
	description: 'How the contact answers: on a linked page or in the chat',
	builderHint: {
		propertyHint:
			'The output contains the answer in data: data.approved (boolean) for "approval", data.text for "freeText", one key per field for "customForm", and data.text (and data.approved, if replies have a meaning) for "replyInChat". Without an answer in time, there is no data.',
	},
	options: [
		{ name: 'Approval', value: 'approval', description: 'With a button on a page' },
		{ name: 'Custom Form', value: 'customForm', description: 'In the fields of a form on a page' },
		{ name: 'Free Text', value: 'freeText', description: 'In words on a page' },
		{ name: 'Reply in Chat', value: 'replyInChat', description: 'With a message in the chat' },
	],
});

type ResponseType = (typeof responseTypeField)['options'][number]['value'];

export function shownFor(...types: ResponseType[]): IDisplayOptions {
	return { show: { '/responseType': types } };
}
