import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { readResponse, toApiError } from '../../../nodes/ChannelMessaging/client/response';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import {
	receivedRequests,
	expectedRequests,
	operationsWithoutWait,
	operationCases,
	prepareCase,
} from '../../support/fixtures/operationCases';
import { type Service, startService } from '../../support/service';
import { fetchApi } from '../../support/service/fetchApi';
import { answeringService } from '../client/answeringService';
import { apiErrorOf } from '../client/apiErrorOf';
import { apiResponse } from '../client/apiResponse';
import { givenParameters } from '../parameters/givenParameters';
import { operationNamed } from './operationNamed';
import { performPrepared } from './performPrepared';
import { shownParameters } from './shownParameters';

const names = operations.map(({ resource, value }) => `${resource}/${value}`);
const runs = Object.entries(operationCases).map(([name, { parameters }]) => {
	const [resource = '', value = ''] = name.split('/');
	return { name, operation: operationNamed(resource, value), parameters };
});

it('the table contains every exported operation', () => {
	const folder = join(__dirname, '../../../nodes/ChannelMessaging/operations');
	const exported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('/') && file.endsWith('.ts'))
		.flatMap((file) =>
			Object.values(jest.requireActual<Record<string, unknown>>(join(folder, file))),
		)
		.filter((value) => typeof value === 'object');
	expect(new Set(exported)).toEqual(new Set(operations));
});

it.each(names)('%s has a case in test/support/fixtures/operationCases.ts', (name) => {
	expect(Object.keys(operationCases)).toContain(name);
});

it.each(runs)('$name says that it only reads where it does', ({ name, operation }) => {
	const methods = operationCases[name]?.requests.map(({ method }) => method);
	expect(operation.repetition === 'reads').toBe(methods?.every((method) => method === 'GET'));
});

describe.each(['other', 'viber'] as const)('on a channel of the type %s', (channelType) => {
	let service: Service;
	beforeEach(async () => {
		service = await startService({ channelType });
	});
	afterEach(async () => {
		await service.close();
	});
	const callLocalService: SendRequest = async ({ method, path, query, body, idempotent }) => {
		// Of what is posted, only tags may be added twice (section 4, Endpoints).
		expect(idempotent).toBe(method !== 'POST' || path.endsWith('/tags'));
		const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
		return readResponse(await fetchApi(service, path + search, { method, body }));
	};

	it.each(runs.filter(({ name }) => operationsWithoutWait.includes(name)))(
		'$name makes the calls and gives the output of its row',
		async (row) => {
			const run = prepareCase(service, row.name);
			const item = row.operation.prepare(givenParameters(run.parameters));
			const output = await performPrepared(item, createChannel(callLocalService, channelType));
			expect(output).toEqual(run.output);
			expect(receivedRequests(service)).toEqual(expectedRequests(run, channelType));
		},
	);
});

describe('the options of an operation', () => {
	it.each(runs)('$name: how its calls are made', ({ operation, parameters }) => {
		const options = { timeout: 5, resendWhenUnsure: true };
		const { settings } = operation.prepare(givenParameters({ ...parameters, options }));
		// Only what must not be done twice can be asked to be done again.
		const offersToResend = shownParameters(operation.properties).some(
			({ path }) => path === 'options.resendWhenUnsure',
		);
		expect(settings).toEqual({ timeoutMs: 5_000, retryWhenUnsure: offersToResend });
	});

	it('send a message once for a key, and cancel a running survey', async () => {
		const given = {
			...operationCases['message/send']?.parameters,
			options: { sendOnceKey: 'order-17', forceCancelSurvey: true },
		};
		const item = operationNamed('message', 'send').prepare(givenParameters(given));
		expect(item.settings).toMatchObject({ idempotencyKey: 'order-17' });
		const { callApi, calls } = answeringService(apiResponse({ status: 'Success' }));
		await performPrepared(item, createChannel(callApi, 'other'));
		expect(calls[0]?.body).toMatchObject({ forceCancelSurvey: true });
	});

	it('check a message without a call, and so without recording its key', async () => {
		const given = {
			...operationCases['message/send']?.parameters,
			options: { sendOnceKey: 'order-17', checkWithoutSending: true },
		};
		const item = operationNamed('message', 'send').prepare(givenParameters(given));
		const { callApi, calls } = answeringService(apiResponse({ status: 'Success' }));
		expect(await performPrepared(item, createChannel(callApi, 'other'))).toMatchObject([
			{ status: 'checked', content: { type: 'text' } },
		]);
		expect(calls).toEqual([]);
	});
});

describe('an operation in several calls, of which the second is refused', () => {
	const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index));
	const tagList = { specifyTags: 'list', tagList: numbered(25) };
	const customFieldsJson = Object.fromEntries(numbered(61).map((name) => [name, 'x']));

	it.each([
		['addTags', tagList, { entries: 25, entriesDone: 10, noun: 'tags' }],
		['removeTags', tagList, { entries: 25, entriesDone: 10, noun: 'tags' }],
		[
			'update',
			{ mappingMode: 'json', customFieldsJson },
			{ entries: 61, entriesDone: 30, noun: 'custom fields' },
		],
	])('as %s may be, tells how far it came', async (operation, given, soFar) => {
		const answers = [Promise.resolve(apiResponse({ data: [] }))];
		const callApi: SendRequest = async () =>
			await (answers.shift() ?? Promise.reject(toApiError(apiResponse({}, 403))));
		const prepared = operationNamed('contact', operation).prepare(
			givenParameters({ contactId: '7', ...given }),
		);
		const failure = await apiErrorOf(performPrepared(prepared, createChannel(callApi, 'other')));
		expect(failure.details).toMatchObject({
			outcome: 'unknown',
			progress: { requests: 3, requestsDone: 1, ...soFar },
		});
	});
});
