import type { INodeProperties } from 'n8n-workflow';

import { create } from './contact/create';
import { get } from './contact/get';
import { getMany } from './contact/getMany';
import { addTags, removeTags } from './contact/changeTags';
import { update } from './contact/update';
import { upsert } from './contact/upsert';
import { passOnReply } from './message/passOnReply';
import { send } from './message/send';
import { sendAndWait } from './message/sendAndWait';
import type { Operation, Resource } from './operation';

/** All operations, in the order in which the editor shows them. */
export const operations: readonly Operation[] = [
	addTags,
	create,
	upsert,
	get,
	getMany,
	removeTags,
	update,
	passOnReply,
	send,
	sendAndWait,
];

function operationField(resource: Resource, chosen: string): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: chosen,
		displayOptions: { show: { resource: [resource] } },
		options: operations
			.filter((operation) => operation.resource === resource)
			.map(({ name, value, action, description, notInTools }) => ({
				...{ name, value, action, description },
				...(notInTools && { displayOptions: { show: { '@tool': [false] } } }),
			})),
	};
}

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'message',
	options: [
		{ name: 'Contact', value: 'contact' },
		{ name: 'Message', value: 'message' },
	],
};

export const operationFields: INodeProperties[] = [
	resourceField,
	operationField('contact', 'create'),
	operationField('message', 'send'),
	...operations.flatMap((operation) => operation.properties),
];
