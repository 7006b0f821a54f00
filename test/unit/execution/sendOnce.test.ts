import fc from 'fast-check';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { ExecutionJournal } from '../../../nodes/ChannelMessaging/client/journal';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type {
	ChannelRequest,
	HttpRequest,
	RequestSettings,
	SendRequest,
} from '../../../nodes/ChannelMessaging/client/types';
import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/execution/idempotencyKeys';
import {
	withIdempotencyKey,
	withJournal,
} from '../../../nodes/ChannelMessaging/execution/sendOnce';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/clock';
import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { apiErrorWith } from '../client/apiErrorWith';
import { apiResponse } from '../client/apiResponse';
import {
	invalidToken,
	lost,
	notConnected,
	read,
	rejected,
	type Result,
	send,
	success,
	TestService,
	tooMany,
} from '../client/testService';
import { TestKeyStore } from './testKeyStore';

const retryWhenUnsure = { retryWhenUnsure: true };
const throwError = () => {
	throw new Error('Out of memory');
};
const unexpectedError = { reason: 'unexpectedError', outcome: 'unknown' };

/** The reason of an error, or the status of a response. */
const statusOf = (result: Result): unknown =>
	result instanceof ApiError ? result.reason : result.json?.status;

/** The requests and the idempotency keys of a process. */
class TestProcess {
	readonly service: TestService;

	readonly store: TestKeyStore;

	/** Requests for messages with a key. */
	readonly sent: Array<{ key: string; isRecorded: boolean; result?: Result }> = [];

	private readonly keys: IdempotencyKeys;

	constructor(results: readonly Result[] = [], limit = 100, changeMs = 3) {
		this.service = new TestService(results, limit);
		this.store = new TestKeyStore(this.service.clock, changeMs);
		this.keys = new IdempotencyKeys(this.service.clock);
	}

	openExecution(cancellation = new CancellationToken()) {
		const journal = new ExecutionJournal();
		const session = this.service.openSession(cancellation);
		/** Returns a function that sends the requests of one attempt of an item. */
		const senderFor = (item: number, settings: Partial<RequestSettings> = {}): SendRequest => {
			const { idempotencyKey: key, retryWhenUnsure = false } = settings;
			const itemJournal = journal.item(item);
			if (key === undefined) {
				return withJournal(createSender(session, 1_000), itemJournal, { retryWhenUnsure });
			}
			const http: HttpRequest = async (...request) => {
				const entry: TestProcess['sent'][number] = {
					key,
					isRecorded: this.store.keys.includes(key),
				};
				this.sent.push(entry);
				return (entry.result = await this.service.http(...request));
			};
			const sendOnce = withIdempotencyKey(createSender({ ...session, http }, 1_000), {
				key,
				keys: { sent: this.keys, store: this.store },
				journal: itemJournal,
				cancellation,
			});
			return withJournal(sendOnce, itemJournal, { retryWhenUnsure });
		};
		return {
			journal,
			senderFor,
			send: async (
				request: ChannelRequest,
				settings: Partial<RequestSettings> = {},
				item = 0,
			): Promise<Result> => await this.service.clock.run(senderFor(item, settings)(request)),
		};
	}

	/** Sends a message with a key in its own execution. */
	async sendWithKey(idempotencyKey: string): Promise<Result> {
		return await this.openExecution().send(send, { idempotencyKey });
	}
}

function setUp(...results: readonly Result[]) {
	const process = new TestProcess(results);
	const { requests, results: nextResults } = process.service;
	return { process, requests, results: nextResults, execution: process.openExecution() };
}

describe('withJournal', () => {
	const addTag: ChannelRequest = {
		bucket: 'contact',
		method: 'POST',
		path: '/v1/contact/1/tags',
		idempotent: true,
	};

	it('returns the JSON of a response instead of resending the request', async () => {
		const response = apiResponse({ status: 'Success' }, 200, { 'content-type': 'text/plain' });
		const { requests, execution } = setUp(response);

		expect(await execution.send(send)).toEqual(response);
		expect(await execution.send(send)).toEqual({ ...response, headers: {}, text: '' });
		expect(requests).toHaveLength(1);
	});

	it('resends a rejected request', async () => {
		const { execution } = setUp(rejected());

		expect(await execution.send(send)).toMatchObject({ reason: 'rejected', outcome: 'notDone' });
		expect(execution.journal.item(0).hasUnknownOutcome()).toBe(false);
		expect(await execution.send(send)).toEqual(success());
	});

	it("resends a request with an unknown outcome only if 'Retry When Unsure' is on", async () => {
		const error = lost();
		const { requests, execution } = setUp(error);

		expect(await execution.send(send)).toBe(error);
		expect(await execution.send(send)).toBe(error);
		expect(requests).toHaveLength(1);
		expect(execution.journal.item(0).hasUnknownOutcome()).toBe(true);

		expect(await execution.send(send, retryWhenUnsure)).toEqual(success());
		expect(execution.journal.item(0).hasUnknownOutcome()).toBe(false);
	});

	it('keeps the unknown outcome if the resent request is rejected', async () => {
		const error = lost();
		const { requests, execution } = setUp(error, rejected());
		await execution.send(send);

		expect(await execution.send(send, retryWhenUnsure)).toBe(error);
		expect(await execution.send(send)).toBe(error);
		expect(requests).toHaveLength(2);
	});

	it('resends an idempotent request with an unknown outcome', async () => {
		const { execution } = setUp(lost(), lost(), lost());

		expect(await execution.send(read)).toMatchObject({ reason: 'connectionLost' });
		expect(execution.journal.item(0).hasUnknownOutcome()).toBe(false);
		expect(await execution.send(read)).toEqual(success());
	});

	it('identifies requests by item, method, path, and order', async () => {
		const { results, requests, process, execution } = setUp(success('tagged'), rejected());
		const attempt = async (attemptRequests: readonly ChannelRequest[]) => {
			const sender = execution.senderFor(0);
			const messages: unknown[] = [];
			for (const request of attemptRequests) {
				const result = await process.service.clock.run(sender(request));
				messages.push(result instanceof ApiError ? result.reason : result.json?.message);
			}
			return messages;
		};
		expect(await attempt([addTag, send])).toEqual(['tagged', 'rejected']);

		results.push(success('message'), success('untagged'), success('message 2'));
		const removeTag: ChannelRequest = { ...addTag, method: 'DELETE' };
		expect(await attempt([send, removeTag, addTag, send])).toEqual([
			'message',
			'untagged',
			'tagged',
			'message 2',
		]);
		await execution.send(addTag, {}, 1);
		expect(requests).toHaveLength(6);
	});

	it('resends reads instead of keeping their responses', async () => {
		const { execution } = setUp(success('first'), success('second'));

		expect(await execution.send(read)).toEqual(success('first'));
		expect(await execution.send(read)).toEqual(success('second'));
	});

	it('reports an unknown outcome after an exception, and in later attempts', async () => {
		const { process, requests, execution } = setUp();
		process.service.onRequest = throwError;
		expect(await execution.send(send)).toMatchObject(unexpectedError);

		process.service.onRequest = () => undefined;
		expect(await execution.send(send)).toMatchObject(unexpectedError);
		expect(requests).toHaveLength(1);
		expect(await execution.send(send, retryWhenUnsure)).toEqual(success());
	});
});

describe('withIdempotencyKey', () => {
	const databaseError = new Error('Database unavailable');

	it('skips a message if a previous execution sent a message with the same key', async () => {
		const { process, requests } = setUp();
		await process.sendWithKey('order 1');
		const skipped = await process.sendWithKey('order 1');

		expect(skipped).toMatchObject({
			status: 200,
			skipped: true,
			json: {
				status: 'skipped',
				message: "Not sent: a message with the key 'order 1' was already sent, or may have been.",
				data: [],
			},
		});
		expect(requests).toHaveLength(1);
	});

	it('does not apply to contact requests', async () => {
		const { process, execution } = setUp();

		expect(await execution.send(read, { idempotencyKey: 'order 1' })).toEqual(success());
		expect(process.store.keys).toEqual([]);
	});

	it('does not send a message whose key cannot be recorded', async () => {
		const { process, requests } = setUp();
		process.store.error = databaseError;

		expect(await process.sendWithKey('order 1')).toMatchObject({
			reason: 'keyNotRecorded',
			outcome: 'notDone',
			details: { cause: 'Database unavailable' },
		});
		expect(requests).toEqual([]);
	});

	it('does not report a message as a duplicate if its key was stored despite an error', async () => {
		const { process, requests, execution } = setUp();
		const { store } = process;
		const record = store.record.bind(store);
		jest.spyOn(store, 'record').mockImplementationOnce(async (keys) => {
			await record(keys);
			throw databaseError;
		});
		const settings = { idempotencyKey: 'order 1' };

		const error = await execution.send(send, settings);
		expect(statusOf(error)).toBe('keyNotRecorded');
		// The next attempt (Retry On Fail) finds the key, but no message was sent.
		expect(await execution.send(send, settings)).toBe(error);
		expect(requests).toEqual([]);
	});

	it('sends a message in the next attempt if its key was not stored', async () => {
		const { process, execution } = setUp();
		process.store.error = databaseError;
		await execution.send(send, { idempotencyKey: 'order 1' });
		process.store.error = undefined;

		expect(await execution.send(send, { idempotencyKey: 'order 1' })).toEqual(success());
	});

	it('reports that the key of an unsent message could not be removed', async () => {
		const { process } = setUp(apiErrorWith('untrustedConnection', 'notDone'));
		process.service.onRequest = () => {
			process.store.error = databaseError;
		};

		expect(await process.sendWithKey('order 1')).toMatchObject({
			reason: 'untrustedConnection',
			outcome: 'notDone',
			details: { isKeyKept: true },
		});
	});

	it('records the key only once if the message is retried', async () => {
		const { process, requests } = setUp(notConnected(), tooMany('0'));

		expect(await process.sendWithKey('order 1')).toEqual(success());
		expect(requests).toHaveLength(3);
		expect(process.store.changes).toEqual([{ kind: 'record', keys: ['order 1'] }]);
	});

	it('resends a message with an unknown outcome in the next attempt of the node', async () => {
		const { execution } = setUp(lost(), lost(), lost());
		const settings = { idempotencyKey: 'order 1', retryWhenUnsure: true };

		expect(statusOf(await execution.send(send, settings))).toBe('connectionLost');
		expect(await execution.send(send, settings)).toEqual(success());
	});

	it('keeps the key if sending throws, even if the retry is rejected', async () => {
		const { process, results, execution } = setUp();
		process.service.onRequest = throwError;
		const settings = { idempotencyKey: 'order 1', retryWhenUnsure: true };
		expect(await execution.send(send, settings)).toMatchObject(unexpectedError);

		process.service.onRequest = () => undefined;
		results.push(rejected());
		expect(await execution.send(send, settings)).toMatchObject(unexpectedError);
		expect(process.store.keys).toEqual(['order 1']);
	});

	it('removes the key if the execution is stopped while the key is being recorded', async () => {
		const { process, requests } = setUp();
		const cancellation = new CancellationToken();
		const execution = process.openExecution(cancellation);
		process.service.stopAfter(2, cancellation);

		const result = await execution.send(send, { idempotencyKey: 'order 1' });
		expect(statusOf(result)).toBe('cancelled');
		expect(process.store.changes.map(({ kind }) => kind)).toEqual(['record', 'remove']);
		expect(process.store.keys).toEqual([]);
		expect(requests).toEqual([]);
	});

	it('skips 1,000 known keys and sends 5 new ones within 3 s at 25 per second', async () => {
		// n8n needs about 20 ms to change a row with the maximum number of keys.
		const process = new TestProcess([], 25, 20);
		const { clock } = process.service;
		const keys = Array.from({ length: 1_000 }, (_, order) => String(order));
		await clock.run(process.store.record(keys));
		const from = clock.now();
		const positions = [100, 300, 500, 700, 900];
		for (const position of positions) keys.splice(position, 0, `new ${String(position)}`);

		const execution = process.openExecution();
		const queue = new KeyedQueue(50, new CancellationToken(), new TimeSlicer(clock).slice());
		for (const [item, idempotencyKey] of keys.entries()) {
			queue.add(undefined, async () => {
				await execution.senderFor(item, { idempotencyKey })(send);
			});
		}
		await clock.run(queue.ended());

		expect(clock.now() - from).toBeLessThan(3_000);
		expect(process.sent.map(({ key }) => key)).toEqual(
			positions.map((position) => `new ${String(position)}`),
		);
	});

	it('releases the permit of a message that is skipped or whose key is not recorded', async () => {
		const process = new TestProcess([], 1);
		const { clock } = process.service;
		await clock.run(process.store.record(['known']));

		expect(statusOf(await process.sendWithKey('known'))).toBe('skipped');
		process.store.error = databaseError;
		expect(statusOf(await process.sendWithKey('new'))).toBe('keyNotRecorded');
		process.store.error = undefined;
		expect(statusOf(await process.sendWithKey('new'))).toBe('Success');
		expect(clock.now()).toBeLessThan(1_000);
	});
});

describe('concurrent executions with idempotency keys and random errors', () => {
	const keys = ['a', 'b', 'c', 'd'];
	const unknownErrors = [
		lost(),
		apiErrorWith('timedOut', 'unknown'),
		apiErrorWith('serverFault', 'unknown'),
	];
	const anyResult = fc.oneof(
		{ weight: 3, arbitrary: fc.constant(success()) },
		{ weight: 3, arbitrary: fc.constantFrom(...unknownErrors) },
		{ weight: 3, arbitrary: fc.constantFrom(rejected(), tooMany('0'), notConnected()) },
		fc.constant(invalidToken()),
	);
	const anyExecution = fc.record({
		startMs: fc.nat(40),
		attempts: fc.integer({ min: 1, max: 3 }),
		stopMs: fc.option(fc.nat(60)),
		itemKeys: fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 6 }),
	});
	type Execution = typeof anyExecution extends fc.Arbitrary<infer Value> ? Value : never;

	/** Returns the statuses of all items, for each attempt. */
	async function execute(
		process: TestProcess,
		{ startMs, attempts, stopMs, itemKeys }: Execution,
		retryWhenUnsure: boolean,
	): Promise<unknown[][]> {
		const cancellation = new CancellationToken();
		if (stopMs !== null) process.service.stopAfter(stopMs, cancellation);
		await process.service.clock.sleep(startMs);
		const execution = process.openExecution(cancellation);
		const statuses: unknown[][] = [];
		for (let attempt = 1; attempt <= attempts; attempt += 1) {
			const results = itemKeys.map(async (idempotencyKey, item) => {
				return await execution.senderFor(item, { idempotencyKey, retryWhenUnsure })(send);
			});
			statuses.push((await Promise.all(results)).map(statusOf));
		}
		return statuses;
	}

	it('send each message at most once, and remove the keys of unsent messages', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(anyResult, { maxLength: 30 }),
				fc.array(anyExecution, { minLength: 1, maxLength: 4 }),
				fc.boolean(),
				async (results, executions, retryWhenUnsure) => {
					const process = new TestProcess(results, 100);
					const statuses = await process.service.clock.run(
						Promise.all(
							executions.map((execution) => execute(process, execution, retryWhenUnsure)),
						),
					);

					expect(process.sent.filter(({ isRecorded }) => !isRecorded)).toEqual([]);
					process.service.results.length = 0;
					for (const key of keys) {
						const ofKey = process.sent.filter((request) => request.key === key);
						const sent = ofKey.filter(({ result }) => result && statusOf(result) === 'Success');
						const unknown = ofKey.filter(({ result }) =>
							unknownErrors.some((error) => error === result),
						);
						if (!retryWhenUnsure || unknown.length === 0) {
							expect(sent.length + unknown.length).toBeLessThanOrEqual(1);
						}
						const mayBeSent = sent.length + unknown.length > 0;
						expect(process.store.keys.includes(key)).toBe(mayBeSent);
						const later = statusOf(await process.sendWithKey(key));
						expect(later).toBe(mayBeSent ? 'skipped' : 'Success');
					}
					// A message that an attempt sent is neither resent nor skipped in the next attempt.
					for (const attempts of statuses) {
						for (const [index, before] of attempts.slice(0, -1).entries()) {
							const next = attempts[index + 1]?.filter((_, item) => before[item] === 'Success');
							expect(next).toEqual(before.filter((status) => status === 'Success'));
						}
					}
				},
			),
			{ numRuns: 300 },
		);
	});
});
