import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operations } from './index';
import type { Resource } from './operation';

function operationsOf(resource: Resource): INodePropertyOptions[] {
	return operations
		.filter((operation) => operation.resource === resource)
		.map(({ name, value, action, description }) => ({ name, value, action, description }));
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

const contactOperationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'create',
	displayOptions: { show: { resource: ['contact'] } },
	options: operationsOf('contact'),
};

const messageOperationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'send',
	displayOptions: { show: { resource: ['message'] } },
	options: operationsOf('message'),
};

/** All parameters of the node, put together from the table of operations. */
export const operationFields: INodeProperties[] = [
	resourceField,
	contactOperationField,
	messageOperationField,
	...operations.flatMap((operation) => operation.properties),
];
