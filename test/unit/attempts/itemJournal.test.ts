import { ItemJournal } from '../../../nodes/ChannelMessaging/attempts/itemJournal';
import { withRecordedResponses } from '../../../nodes/ChannelMessaging/attempts/withRecordedResponses';
import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import type { Result } from '../client/testChannel';
import { lost, read, rejected, send, success, TestService } from '../client/testService';

const retryWhenUnsure = { retryWhenUnsure: true };

/** The reason of an error, or the message of a response. */
const textOf = (result: Result): unknown =>
	result instanceof ApiError ? result.reason : result.json?.message;

/** Returns an item whose requests receive these results. */
function setUp({ results = [] }: { results?: readonly Result[] } = {}) {
	const service = new TestService(results, 100);
	const journal = new ItemJournal<string>();
	/** Executes all requests of one attempt. */
	const attempt = async (
		requests: readonly ChannelRequest[],
		settings = { retryWhenUnsure: false },
	): Promise<unknown[]> => {
		const sendItem = withRecordedResponses(
			createSender(service.openSession(), 1_000),
			journal,
			settings,
		);
		const ended: unknown[] = [];
		for (const request of requests) ended.push(textOf(await service.clock.run(sendItem(request))));
		return ended;
	};
	return { service, journal, attempt };
}

describe('withRecordedResponses', () => {
	const addTag: ChannelRequest = {
		bucket: 'contact',
		method: 'POST',
		path: '/v1/contact/1/tags',
		response: 'envelope',
		idempotent: true,
	};

	it("resends a request with an unknown outcome only if 'Retry When Unsure' is on", async () => {
		const { service, attempt } = setUp({ results: [lost(), rejected()] });

		expect(await attempt([send])).toEqual(['connectionLost']);
		expect(await attempt([send])).toEqual(['connectionLost']);
		expect(service.requests).toHaveLength(1);
		// The second request wasn't processed, but the first one may have been.
		expect(await attempt([send], retryWhenUnsure)).toEqual(['connectionLost']);
		expect(await attempt([send], retryWhenUnsure)).toEqual(['done']);
	});

	it('resends an idempotent request with an unknown outcome', async () => {
		const { attempt } = setUp({ results: [lost(), lost(), lost()] });

		expect(await attempt([addTag])).toEqual(['connectionLost']);
		expect(await attempt([addTag])).toEqual(['done']);
	});

	it('identifies requests by method, path, and order', async () => {
		const { service, attempt } = setUp({ results: [success('tagged'), rejected()] });
		expect(await attempt([addTag, send])).toEqual(['tagged', 'rejected']);

		service.results.push(success('message'), success('untagged'), success('message 2'));
		const removeTag: ChannelRequest = { ...addTag, method: 'DELETE' };
		expect(await attempt([send, removeTag, addTag, send])).toEqual([
			'message',
			'untagged',
			'tagged',
			'message 2',
		]);
		expect(service.requests).toHaveLength(5);
	});

	it('resends reads instead of keeping their responses', async () => {
		const { attempt } = setUp({ results: [success('first'), success('second')] });

		expect([await attempt([read]), await attempt([read])]).toEqual([['first'], ['second']]);
	});
});

describe('ItemJournal', () => {
	it('keeps the item from the first attempt that sent or may have sent a message', async () => {
		const { journal, attempt } = setUp({ results: [rejected(), lost()] });
		for (const item of ['first', 'second', 'third']) {
			journal.begin(item);
			await attempt([send]);
		}

		expect(journal.started).toBe('second');
	});

	it('does not keep an item that only sent reads', async () => {
		const { journal, attempt } = setUp();
		journal.begin('first');
		await attempt([read]);

		expect(journal.started).toBeUndefined();
		expect(journal.responseCount).toBe(0);
	});

	it('keeps an item whose key may be stored', () => {
		const journal = new ItemJournal<string>();
		journal.begin('first');
		journal.keyRecord('order 1').state = 'recorded';
		journal.begin('second');

		expect(journal.started).toBe('first');
	});
});
