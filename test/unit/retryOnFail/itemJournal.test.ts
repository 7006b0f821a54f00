import { ItemJournal } from '../../../nodes/ChannelMessaging/retryOnFail/itemJournal';
import { reuseRecordedResponses } from '../../../nodes/ChannelMessaging/retryOnFail/reuseRecordedResponses';
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
		const sendItem = reuseRecordedResponses(
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

describe('reuseRecordedResponses', () => {
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

		const messages = ['message 1', 'message 2', 'message 3'];
		service.results.push(success('untagged'), ...messages.map(success));
		const removeTag: ChannelRequest = { ...addTag, method: 'DELETE' };
		const requests = [removeTag, addTag, send, send, send];
		expect(await attempt(requests)).toEqual(['untagged', 'tagged', ...messages]);
		expect(await attempt(requests)).toEqual(['untagged', 'tagged', ...messages]);
		expect(service.requests).toHaveLength(6);
	});

	it('treats an unexpected exception as an unknown outcome', async () => {
		const journal = new ItemJournal<string>();
		const broken = reuseRecordedResponses(
			async () => await Promise.reject(new TypeError('Broken')),
			journal,
			{ retryWhenUnsure: false },
		);

		const details = { reason: 'unexpectedError', outcome: 'unknown', cause: 'Broken' };
		expect(await broken(send)).toHaveProperty('details', details);
		expect(journal.result(send, 0)).toHaveProperty('details', details);
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

	it('counts no message whose outcome is unknown as sent', async () => {
		const { journal, attempt } = setUp({ results: [success(), lost()] });
		await attempt([send, send]);

		expect(journal.responseCount).toBe(1);
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

	it('does not keep an item whose key is only known not to be stored', () => {
		const journal = new ItemJournal<string>();
		journal.begin('first');

		expect(journal.keyRecord('order 1')).toEqual({ state: 'notRecorded' });
		expect(journal.started).toBeUndefined();
	});
});
