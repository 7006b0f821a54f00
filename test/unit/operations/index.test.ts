import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { parseResponse } from '../../../nodes/ChannelMessaging/client/parseResponse';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/sendRequest';
import { prepareItem } from '../../../nodes/ChannelMessaging/execution/readItems';
import { operationFields, operations } from '../../../nodes/ChannelMessaging/operations';
import type { Operation } from '../../../nodes/ChannelMessaging/operations/operation';
import { type Service, startService } from '../../support/service';
import { fetchApi } from '../../support/service/fetchApi';
import { shownParameters } from '../../support/shownParameters';
import { itemParameters } from '../parameters/itemParameters';
import { ana, operationCases } from './operationCases';
import { performPrepared } from './performPrepared';

const cases = operations.map((operation) => {
	const name = `${operation.resource}/${operation.value}`;
	const { parameters = {}, requests = [], output, waits, answers } = operationCases[name] ?? {};
	return { name, operation, parameters, requests, output, waits, answers };
});

it('operations contains every exported operation', () => {
	const folder = join(__dirname, '../../../nodes/ChannelMessaging/operations');
	const exported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('/') && file.endsWith('.ts'))
		.flatMap((file) =>
			Object.values(jest.requireActual<Record<string, Operation>>(join(folder, file))),
		)
		.filter((value) => typeof value === 'object');
	const names = (all: readonly Operation[]) =>
		all.map(({ resource, value }) => `${resource}/${value}`).sort();
	expect(names(operations)).toEqual(names(exported));
});

it('operationCases.ts contains a case for every operation', () => {
	expect(Object.keys(operationCases).sort()).toEqual(cases.map(({ name }) => name).sort());
});

it('Operations are marked as read-only if they only send GET requests', () => {
	const reads = cases.filter(
		({ requests, answers }) => answers !== true && requests.every(({ method }) => method === 'GET'),
	);
	const marked = cases.filter(({ operation }) => operation.repetition === 'reads');
	expect(marked.map(({ name }) => name)).toEqual(reads.map(({ name }) => name));
});

describe.each(['other', 'viber'] as const)('Channel type %s', (channelType) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ channelType });
	});
	afterAll(async () => {
		await service.close();
	});
	beforeEach(() => {
		service.reset();
	});
	const sendRequest: SendRequest = async ({ bucket, method, path, query, body, idempotent }) => {
		expect(bucket).toBe(path.startsWith('/v1/message') ? 'message' : 'contact');
		// Adding tags is the only idempotent POST (section 4, Endpoints).
		expect(idempotent).toBe(method !== 'POST' || path.endsWith('/tags'));
		const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
		const response = await fetchApi(service, path + search, { method, body });
		if (response.status === 200) return parseResponse({ ...response, bytes: response.text.length });
		throw new Error(`${method} ${path}: the local service returned ${String(response.status)}`);
	};

	it.each(cases.filter(({ waits }) => waits !== true))(
		'$name sends the expected requests and returns the expected output',
		async ({ operation, parameters, requests, output }) => {
			service.contacts.add(ana);
			const item = operation.prepare(itemParameters(parameters));

			expect(await performPrepared(item, createChannel(sendRequest, channelType))).toEqual(output);

			expect(service.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual(
				requests.map(({ viberPath, path, ...request }) => ({
					...request,
					path: channelType === 'viber' ? (viberPath ?? path) : path,
				})),
			);
		},
	);
});

it.each(cases)('$name reads only the options that it offers', ({ operation, parameters }) => {
	const options = { timeout: 5, resendWhenUnsure: true, ifContactNotFound: 'skip' };
	const item = prepareItem(operation, itemParameters({ ...parameters, options }));
	if (item.kind === 'skipped' || item.kind === 'failed') throw item.error;

	const paths = shownParameters(operation.properties).map(({ path }) => path);
	expect(item.settings).toEqual({
		timeoutMs: 5_000,
		retryWhenUnsure: paths.includes('options.resendWhenUnsure'),
	});
	expect(paths.includes('options.ifContactNotFound')).toBe(item.kind === 'contact');
	expect(item.skipsMissingContact).toBe(item.kind === 'contact');
});

it('The list of operations of each resource is sorted by name', () => {
	for (const resource of ['contact', 'message']) {
		const field = operationFields.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
		const listed = operations.filter((operation) => operation.resource === resource);
		const names = listed.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(field?.options?.map(({ name }) => name)).toEqual(names);
		expect(listed.map(({ value }) => value)).toContain(field?.default);
	}
});

// n8n's linter only checks the labels of parameters.
it('The names of operations and options are in title case', () => {
	const options = shownParameters(operationFields)
		// The names of countries contain accents and apostrophes.
		.filter(({ property }) => property.type === 'options' && property.name !== 'defaultCountry')
		.flatMap(({ property }) => property.options ?? []);
	const titleCase =
		/^([A-Z][A-Za-z]*('s)?|\d+)( (a|an|and|as|for|in|of|or|per|the|[A-Z][A-Za-z]*('s)?))*$/;
	expect(options.length).toBeGreaterThan(operations.length);
	expect(options.map(({ name }) => name).filter((name) => !titleCase.test(name))).toEqual([]);
});

// Longer texts are cut off or cover the panel.
it('Hints have at most 120 characters, and descriptions have at most 25 words', () => {
	const properties = [...operationFields, ...new ChannelMessagingApi().properties];
	for (const { property } of shownParameters(properties)) {
		const { description, hint, type, modes = [], options = [] } = property;
		const hints = [hint, ...modes.map((mode) => mode.hint)];
		const choices = type === 'options' ? options : [];
		const descriptions = [
			description,
			...choices.map((option) => ('description' in option ? option.description : undefined)),
		];
		expect(hints.filter((text = '') => text.length > 120)).toEqual([]);
		expect(descriptions.filter((text = '') => text.split(/\s+/).length > 25)).toEqual([]);
	}
});

it('Parameter names are unique within an operation, and Options comes last', () => {
	for (const { resource, value, properties } of operations) {
		for (const { displayOptions } of properties) {
			expect(displayOptions?.show).toMatchObject({ resource: [resource], operation: [value] });
		}
		const names = properties.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.indexOf('options')).toBe(names.length - 1);
	}
});

// n8n doesn't save values that equal the default. test/package/savedWorkflows.test.ts checks names and values.
it('The defaults of released parameters are unchanged', () => {
	const defaultsOf = ({ properties }: Operation) =>
		Object.fromEntries(
			shownParameters(properties).map(({ path, property }) => [path, property.default]),
		);
	const defaults = Object.fromEntries(
		cases.map(({ name, operation }) => [name, defaultsOf(operation)]),
	);
	expect(defaults).toMatchObject({
		'message/send': {
			messageType: 'text',
			'options.forceCancelSurvey': false,
			'options.resendWhenUnsure': false,
			specifyReplies: 'individually',
		},
		'contact/create': { mappingMode: 'defineBelow' },
		'contact/update': { 'options.ignoreEmptyValues': false },
		'contact/upsert': { fieldName: { value: 'phone' } },
		'contact/addTags': { specifyTags: 'individually' },
		'contact/getAll': { returnAll: false, limit: 50 },
		'contact/get': { 'options.timeout': 60 },
	});
});

it('Operations share parameter definitions, so that values survive switching', () => {
	// Visibility and the number of rows may differ.
	const comparable = (property: INodeProperties) => ({
		...property,
		displayOptions: 0,
		...(property.type === 'fixedCollection' ? { default: 0, required: 0 } : {}),
		typeOptions: { ...property.typeOptions, minRequiredFields: 0 },
	});
	const properties = new Map<string, INodeProperties>();
	for (const { path, property } of operations.flatMap((one) => shownParameters(one.properties))) {
		// The collection contains different options in each operation.
		if (path === 'options') continue;
		const first = properties.get(path);
		if (first === undefined) properties.set(path, property);
		else expect(comparable(property)).toEqual(comparable(first));
	}
});
