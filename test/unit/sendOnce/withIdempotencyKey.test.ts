import { ApiError, notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeysInMemory } from '../../../nodes/ChannelMessaging/sendOnce/keysInMemory';
import { ItemJournal } from '../../../nodes/ChannelMessaging/retryOnFail/itemJournal';
import { reuseRecordedResponses } from '../../../nodes/ChannelMessaging/retryOnFail/reuseRecordedResponses';
import { messageKeyFor } from '../../../nodes/ChannelMessaging/sendOnce/messageKey';
import { keyStore } from '../../../nodes/ChannelMessaging/sendOnce/keyStore';
import { withIdempotencyKey } from '../../../nodes/ChannelMessaging/sendOnce/withIdempotencyKey';
import { ProcessedItems } from '../../../tools/simulation/world/processedItems';
import { apiErrorWith } from '../client/apiErrorWith';
import type { Result } from '../client/testChannel';
import {
	lost,
	notConnected,
	read,
	rejected,
	send,
	TestService,
	tooMany,
} from '../client/testService';

const retryWhenUnsure = { retryWhenUnsure: true };
const withKey = { idempotencyKey: 'order 1' };

/** The reason of an error, or the message of a response. */
const textOf = (result: Result): unknown =>
	result instanceof ApiError ? result.reason : result.json?.message;

/** The requests and the idempotency keys of a process, which receive some results. */
function setUp({
	results = [],
	limit = 100,
}: { results?: readonly Result[]; limit?: number } = {}) {
	const service = new TestService(results, limit);
	const { clock } = service;
	const processedItems = new ProcessedItems(clock);
	const store = keyStore(processedItems.helpersFor('1'));
	const sent = new KeysInMemory(clock, Promise.resolve());
	/** Returns a function that executes all requests of one attempt of an item. */
	const openExecution = (
		cancellation = new CancellationToken(),
		journal = new ItemJournal<unknown>(),
	) => {
		const sender = createSender(service.openSession(cancellation), 1_000);
		return async (
			requests: readonly ChannelRequest[],
			{
				idempotencyKey,
				retryWhenUnsure: isResent = false,
			}: { idempotencyKey?: string; retryWhenUnsure?: boolean } = {},
		): Promise<unknown[]> => {
			const keys = { sent, store };
			const sendOnce =
				idempotencyKey === undefined
					? sender
					: withIdempotencyKey(sender, {
							key: messageKeyFor({ kind: 'key', key: idempotencyKey }, '7'),
							keys,
							journal,
							cancellation,
							stopReason: notStarted,
						});
			const sendItem = reuseRecordedResponses(sendOnce, journal, { retryWhenUnsure: isResent });
			const ended: unknown[] = [];
			for (const request of requests) ended.push(textOf(await clock.run(sendItem(request))));
			return ended;
		};
	};
	const journal = new ItemJournal<unknown>();
	return {
		service,
		store,
		journal,
		openExecution,
		attempt: openExecution(undefined, journal),
		/** Returns the stored keys, oldest first. */
		keys: () => processedItems.snapshot().get('1') ?? [],
		/** Makes each change of the store fail from now on. */
		failStore: (when: 'afterWrite' | 'beforeWrite') => {
			processedItems.fail({ kind: 'storeFailure', when, seconds: Infinity });
		},
		repairStore: () => {
			processedItems.fail({ kind: 'storeFailure', when: 'beforeWrite', seconds: 0 });
		},
	};
}

describe('withIdempotencyKey', () => {
	it('skips a message if a previous execution sent a message with the same key', async () => {
		const { service, openExecution } = setUp();
		await openExecution()([send], withKey);

		expect(await openExecution()([send], withKey)).toEqual([
			"Not sent: a message with the key 'order 1' was already sent, or may have been.",
		]);
		expect(service.requests).toHaveLength(1);
	});

	it('does not apply to contact requests', async () => {
		const { keys, attempt } = setUp();

		expect(await attempt([read], withKey)).toEqual(['done']);
		expect(keys()).toEqual([]);
	});

	it('does not report a message as a duplicate if its key was stored despite an error', async () => {
		const { service, attempt, failStore, repairStore } = setUp();
		failStore('afterWrite');
		expect(await attempt([send], withKey)).toEqual(['keyNotRecorded']);
		repairStore();

		// The next attempt (Retry On Fail) finds the key, but no message was sent.
		expect(await attempt([send], withKey)).toEqual(['keyNotRecorded']);
		expect(service.requests).toEqual([]);
	});

	it('sends a message in the next attempt if its key was not stored', async () => {
		const { attempt, failStore, repairStore } = setUp();
		failStore('beforeWrite');
		expect(await attempt([send], withKey)).toEqual(['keyNotRecorded']);
		repairStore();

		expect(await attempt([send], withKey)).toEqual(['done']);
	});

	it('reports that the key of an unsent message could not be removed', async () => {
		const { service, store, failStore } = setUp({
			results: [apiErrorWith('untrustedConnection', 'notDone')],
		});
		service.onRequest = () => {
			failStore('beforeWrite');
		};
		const result = await service.clock.run(
			withIdempotencyKey(createSender(service.openSession(), 1_000), {
				key: messageKeyFor({ kind: 'key', key: 'order 1' }, '7'),
				keys: { sent: new KeysInMemory(service.clock, Promise.resolve()), store },
				journal: new ItemJournal<unknown>(),
				cancellation: new CancellationToken(),
				stopReason: notStarted,
			})(send),
		);

		expect(result).toMatchObject({ reason: 'untrustedConnection', details: { isKeyKept: true } });
	});

	it('records the key only once if the message is retried', async () => {
		const { service, store, attempt } = setUp({ results: [notConnected(), tooMany(0)] });
		const record = jest.spyOn(store, 'record');

		expect(await attempt([send], withKey)).toEqual(['done']);
		expect(service.requests).toHaveLength(3);
		expect(record.mock.calls).toEqual([[['order 1']]]);
	});

	it('resends a message with an unknown outcome when n8n retries the node', async () => {
		const { keys, attempt } = setUp({ results: [lost(), lost(), lost()] });
		const settings = { ...withKey, ...retryWhenUnsure };

		expect(await attempt([send], settings)).toEqual(['connectionLost']);
		expect(keys()).toEqual(['order 1']);
		expect(await attempt([send], settings)).toEqual(['done']);
	});

	it('keeps the key if sending throws, even if the retry is rejected', async () => {
		const { service, keys, attempt } = setUp();
		service.onRequest = () => {
			throw new Error('Out of memory');
		};
		const settings = { ...withKey, ...retryWhenUnsure };
		expect(await attempt([send], settings)).toEqual(['unexpectedError']);

		service.onRequest = () => undefined;
		service.results.push(rejected());
		expect(await attempt([send], settings)).toEqual(['unexpectedError']);
		expect(keys()).toEqual(['order 1']);
	});

	it('keeps the error of an earlier attempt that may have sent the message', async () => {
		const { attempt, journal, openExecution } = setUp({ results: [lost(), lost(), lost()] });
		const settings = { ...withKey, ...retryWhenUnsure };
		expect(await attempt([send], settings)).toEqual(['connectionLost']);
		const stopped = new CancellationToken();
		stopped.stop();

		expect(await openExecution(stopped, journal)([send], settings)).toEqual(['connectionLost']);
	});

	it('records the key of each attempt if its expression returns another value', async () => {
		const { keys, attempt } = setUp({ results: [lost()] });
		await attempt([send], withKey);
		await attempt([send, send], { idempotencyKey: 'order 2' });

		expect(keys()).toEqual(['order 1', 'order 2']);
	});

	it('removes the key if the execution is stopped while the key is being recorded', async () => {
		const { service, keys, openExecution } = setUp();
		const cancellation = new CancellationToken();
		void service.clock.sleep(5).then(() => {
			expect(keys()).toEqual([]);
			cancellation.stop();
		});

		expect(await openExecution(cancellation)([send], withKey)).toEqual(['cancelled']);
		await service.clock.run(service.clock.sleep(1_000));
		expect(keys()).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('releases the permit of a message that is skipped or whose key is not recorded', async () => {
		const { service, store, openExecution, failStore, repairStore } = setUp({ limit: 1 });
		await service.clock.run(store.record(['order 1']));
		const another = { idempotencyKey: 'order 2' };

		await openExecution()([send], withKey);
		failStore('beforeWrite');
		await openExecution()([send], another);
		repairStore();
		await openExecution()([send], another);
		expect(service.requests).toHaveLength(1);
		expect(service.clock.now()).toBeLessThan(1_000);
	});
});
