import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../../../nodes/ChannelMessaging/operations';
import { operationFields } from '../../../nodes/ChannelMessaging/operations/operationFields';
import { operationNamed } from './operationNamed';
import { type ShownParameter, shownParameters } from './shownParameters';

const tagParameters = [
	'contactId',
	'specifyTags',
	'tags',
	'tags.tag[].name',
	'tagList',
	'options',
	'options.timeout',
];

/** Saved workflows hold these names: a name that changes breaks them. */
const parameters: ReadonlyArray<[resource: string, operation: string, paths: string[]]> = [
	[
		'message',
		'send',
		[
			'contactId',
			'messageType',
			'text',
			'url',
			'title',
			'specifyReplies',
			'replies',
			'replies.reply[].text',
			'replyList',
			'options',
			'options.forceCancelSurvey',
			'options.resendWhenUnsure',
			'options.timeout',
		],
	],
	[
		'contact',
		'create',
		[
			'customFields',
			'customFields.field[].name',
			'customFields.field[].value',
			'customFieldsJson',
			'mappingMode',
			'options',
			'options.fieldsToExclude',
			'options.fieldsToInclude',
			'options.ignoreEmptyValues',
			'options.resendWhenUnsure',
			'options.timeout',
		],
	],
	['contact', 'get', ['contactId', 'options', 'options.timeout']],
	[
		'contact',
		'getAll',
		['fieldName', 'fieldValue', 'returnAll', 'limit', 'options', 'options.timeout'],
	],
	[
		'contact',
		'update',
		[
			'contactId',
			'customFields',
			'customFields.field[].name',
			'customFields.field[].value',
			'customFieldsJson',
			'mappingMode',
			'options',
			'options.fieldsToExclude',
			'options.fieldsToInclude',
			'options.ignoreEmptyValues',
			'options.timeout',
		],
	],
	[
		'contact',
		'upsert',
		[
			'fieldName',
			'fieldValue',
			'customFields',
			'customFields.field[].name',
			'customFields.field[].value',
			'customFieldsJson',
			'mappingMode',
			'options',
			'options.resendWhenUnsure',
			'options.timeout',
		],
	],
	['contact', 'addTags', tagParameters],
	['contact', 'removeTags', tagParameters],
];

function parameter(resource: string, operation: string, path: string): INodeProperties {
	const found = shownParameters(operationNamed(resource, operation).properties).find(
		(shown) => shown.path === path,
	);
	if (found === undefined) throw new Error(`${resource}: ${operation} has no ${path}`);
	return found.property;
}

const valuesOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []).map((option) => ('value' in option ? option.value : undefined));

describe('what saved workflows rely on', () => {
	it.each(parameters)('the parameters of %s: %s', (resource, operation, paths) => {
		const { properties } = operationNamed(resource, operation);
		const known = shownParameters(properties).map(({ path }) => path);
		expect(known).toEqual(expect.arrayContaining(paths));
	});

	it('the values of resources', () => {
		const resource = operationFields.find(({ name }) => name === 'resource');
		expect(valuesOf(resource)).toEqual(expect.arrayContaining(['contact', 'message']));
	});

	it.each(['contact', 'message'])('the values of the operations of a %s', (resource) => {
		const field = operationFields.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
		const offered = operations.filter((operation) => operation.resource === resource);
		expect(valuesOf(field)).toEqual(offered.map(({ value }) => value));
		expect(offered.map(({ value }) => value)).toContain(field?.default);
	});

	it('the values of message types', () => {
		expect(valuesOf(parameter('message', 'send', 'messageType')).sort()).toEqual([
			'audio',
			'file',
			'image',
			'quickReply',
			'text',
			'video',
		]);
	});

	it.each([
		['message', 'send', 'messageType', 'text'],
		['message', 'send', 'options.forceCancelSurvey', false],
		['message', 'send', 'options.resendWhenUnsure', false],
		['message', 'send', 'specifyReplies', 'individually'],
		['contact', 'create', 'mappingMode', 'defineBelow'],
		['contact', 'update', 'options.ignoreEmptyValues', false],
		['contact', 'addTags', 'specifyTags', 'individually'],
		['contact', 'getAll', 'returnAll', false],
		['contact', 'getAll', 'limit', 50],
		['contact', 'get', 'options.timeout', 60],
	])('in %s: %s, the default of %s', (resource, operation, path, value) => {
		expect(parameter(resource, operation, path).default).toBe(value);
	});

	it.each([
		['message', 'send', 'replies', 10],
		['contact', 'create', 'customFields', 30],
		['contact', 'update', 'customFields', 30],
		['contact', 'upsert', 'customFields', 30],
		['contact', 'addTags', 'tags', 10],
		['contact', 'removeTags', 'tags', 10],
	])(
		"in %s: %s, section 8's cap on %s, which the editor enforces",
		(resource, operation, path, cap) => {
			expect(parameter(resource, operation, path)).toMatchObject({
				type: 'fixedCollection',
				required: true,
				typeOptions: { multipleValues: true, minRequiredFields: 1, maxAllowedFields: cap },
			});
		},
	);
});

describe('a parameter that several operations have', () => {
	const byPath = new Map<string, ShownParameter[]>();
	for (const operation of operations) {
		for (const shown of shownParameters(operation.properties)) {
			// What Options holds differs from operation to operation.
			if (shown.path === 'options') continue;
			byPath.set(shown.path, [...(byPath.get(shown.path) ?? []), shown]);
		}
	}
	const shared = [...byPath].filter(([, uses]) => uses.length > 1);

	it('exists', () => {
		expect(shared.map(([path]) => path)).toEqual(
			expect.arrayContaining(['contactId', 'customFields', 'tags', 'options.timeout']),
		);
	});

	it.each(shared)('%s is the same in all, so that its value survives a switch', (_, uses) => {
		const [first, ...others] = uses.map(({ property }) => ({
			...property,
			displayOptions: undefined,
		}));
		for (const other of others) expect(other).toEqual(first);
	});
});
