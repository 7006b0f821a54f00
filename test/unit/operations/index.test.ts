import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { INodeProperties } from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { readResponse } from '../../../nodes/ChannelMessaging/client/response';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import { operationFields, operations } from '../../../nodes/ChannelMessaging/operations';
import {
	expectedRequests,
	operationCases,
	operationsWithoutWait,
	prepareCase,
	receivedRequests,
} from '../../support/fixtures/operationCases';
import { type Service, startService } from '../../support/service';
import { fetchApi } from '../../support/service/fetchApi';
import { itemParameters } from '../parameters/itemParameters';
import { operationNamed } from './operationNamed';
import { performPrepared } from './performPrepared';
import { shownParameters } from './shownParameters';

const cases = Object.entries(operationCases).map(([name, { parameters, requests }]) => {
	const [resource = '', value = ''] = name.split('/');
	return { name, operation: operationNamed(resource, value), parameters, requests };
});

it('operations contains every exported operation', () => {
	const folder = join(__dirname, '../../../nodes/ChannelMessaging/operations');
	const exported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('/') && file.endsWith('.ts'))
		.flatMap((file) =>
			Object.values(jest.requireActual<Record<string, unknown>>(join(folder, file))),
		)
		.filter((value) => typeof value === 'object');
	expect(new Set(exported)).toEqual(new Set(operations));
});

it('operationCases.ts contains a case for every operation', () => {
	const names = operations.map(({ resource, value }) => `${resource}/${value}`);
	expect(Object.keys(operationCases).sort()).toEqual(names.sort());
});

it.each(cases)(
	'$name is marked as read-only if it only sends GET requests',
	({ operation, requests }) => {
		const reads = requests.every(({ method }) => method === 'GET');
		expect(operation.repetition === 'reads').toBe(reads);
	},
);

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
	const sendRequest: SendRequest = async ({ method, path, query, body, idempotent }) => {
		// Adding tags is the only idempotent POST (section 4, Endpoints).
		expect(idempotent).toBe(method !== 'POST' || path.endsWith('/tags'));
		const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
		return readResponse(await fetchApi(service, path + search, { method, body }));
	};

	it.each(cases.filter(({ name }) => operationsWithoutWait.includes(name)))(
		'$name sends the expected requests and returns the expected output',
		async ({ name, operation }) => {
			const operationCase = prepareCase(service, name);
			const item = operation.prepare(itemParameters(operationCase.parameters));

			const output = await performPrepared(item, createChannel(sendRequest, channelType));

			expect(output).toEqual(operationCase.output);
			expect(receivedRequests(service)).toEqual(expectedRequests(operationCase, channelType));
		},
	);
});

it.each(cases)(
	'$name reads the options Timeout and Retry When Unsure',
	({ operation, parameters }) => {
		const options = { timeout: 5, resendWhenUnsure: true };
		const { settings } = operation.prepare(itemParameters({ ...parameters, options }));

		const hasOption = shownParameters(operation.properties).some(
			({ path }) => path === 'options.resendWhenUnsure',
		);
		expect(settings).toEqual({ timeoutMs: 5_000, retryWhenUnsure: hasOption });
	},
);

// The following rules of n8n apply to texts that its linter doesn't evaluate.
const parameters = shownParameters(operationFields);
const smallWords = 'a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with';
const titleCase = new RegExp(`^[A-Z][A-Za-z]*( (${smallWords}|[A-Z][A-Za-z]*))*( \\(Seconds\\))?$`);
const sorted = (names: readonly string[]) => [...names].sort();

const labelOf = (option: { name: string; displayName?: string }) =>
	option.displayName ?? option.name;

/** Returns the descriptions of a parameter and its options. */
const descriptionsOf = ({ description, type, options = [] }: INodeProperties) =>
	[
		description,
		...(type === 'options' ? options : []).map(
			(option) => 'description' in option && option.description,
		),
	].filter((text) => typeof text === 'string');

const hintsOf = ({ hint, modes = [] }: INodeProperties) =>
	[hint, ...modes.map((mode) => mode.hint)].filter((text) => text !== undefined);

describe.each(operations)('$resource: $value', (operation) => {
	const { resource, value, name, action, description, wording, properties } = operation;

	it("The action contains the operation's verb and its resource, without articles", () => {
		const [verb = ''] = name.split(' ');
		expect(name).toMatch(titleCase);
		expect(name.toLowerCase()).not.toContain(resource);
		expect(action).toMatch(new RegExp(`^${verb} [a-z ]*\\b${resource}s?\\b`));
		expect(action).not.toMatch(/\b(an?|the)\b/i);
	});

	it('The description differs from the action and has no trailing period', () => {
		expect(description).toMatch(/^[A-Z].*[^.]$/);
		expect(description).not.toBe(action);
	});

	it('The wording of progress messages is unique', () => {
		expect(`${wording.noun} ${wording.pastParticiple}`).toMatch(/^[a-z ]+s [a-z]+$/);
		expect(operations.filter((other) => isDeepStrictEqual(other.wording, wording))).toHaveLength(1);
	});

	it('Parameter names are unique within an operation, and Options comes last', () => {
		for (const { displayOptions } of properties) {
			expect(displayOptions?.show).toMatchObject({ resource: [resource], operation: [value] });
		}
		const names = properties.map((property) => property.name);
		expect(new Set(names).size).toBe(names.length);
		expect(properties.findIndex(({ type }) => type === 'collection')).toBe(names.length - 1);
	});
});

it.each(['contact', 'message'])('The operations of resource %s are sorted by name', (resource) => {
	const field = operationFields.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	const listed = operations.filter((operation) => operation.resource === resource);
	const names = listed.map(({ name }) => name);
	expect(names).toEqual(sorted(names));
	expect(field?.options?.map(labelOf)).toEqual(names);
	expect(listed.map(({ value }) => value)).toContain(field?.default);
});

it.each(parameters)("The texts of parameter $path follow n8n's guidelines", ({ property }) => {
	const { type, name, displayName, modes = [], placeholder } = property;
	// The names of countries contain accents and apostrophes.
	const optionLabels = name === 'defaultCountry' ? [] : (property.options ?? []).map(labelOf);
	expect(optionLabels).toEqual(sorted(optionLabels));

	// The label of a notice is a sentence.
	const labels = type === 'notice' ? [] : [displayName];
	for (const label of type === 'options' ? [...labels, ...optionLabels] : labels) {
		expect(label).toMatch(titleCase);
	}

	const textModes = modes.filter((mode) => mode.type === 'string');
	const examples = type === 'string' ? [placeholder] : textModes.map((mode) => mode.placeholder);
	for (const example of examples) expect(example).toMatch(/^e\.g\. ./);

	for (const text of [...descriptionsOf(property), ...hintsOf(property)]) {
		expect(text).not.toMatch(/\p{Extended_Pictographic}/u);
		expect(text).not.toMatch(/\b(error|problem|failure|mistake)/i);
	}
});

it.each([...parameters, ...shownParameters(new ChannelMessagingApi().properties)])(
	'The texts of $path are at most 120 characters (hints) and 25 words (descriptions)',
	({ property }) => {
		for (const hint of hintsOf(property)) expect(hint.length).toBeLessThanOrEqual(120);
		for (const text of descriptionsOf(property)) {
			expect(text.split(/\s+/).length).toBeLessThanOrEqual(25);
		}
	},
);

// n8n doesn't save values that equal the default. test/n8n/upgrades checks names and values.
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
])(
	'The default of a released parameter is unchanged: %s, %s, %s',
	(resource, value, path, saved) => {
		const properties = shownParameters(operationNamed(resource, value).properties);
		expect(properties.find((property) => property.path === path)?.property.default).toBe(saved);
	},
);

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
