import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import {
	type ChannelSession,
	createSender,
	shouldRetry,
} from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { ChannelRequest, SendOptions } from '../../../nodes/ChannelMessaging/client/types';
import { Stopwatch } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RateLimiter } from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { apiErrorWith, reasons } from './apiErrorWith';
import {
	invalidToken,
	lost,
	notConnected,
	read,
	rejected,
	responseMs,
	type Result,
	send,
	success,
	TestService,
	tooMany,
} from './testService';

const retryable = { ...send, idempotent: true };
const unknown = { reason: 'connectionLost', outcome: 'unknown' };
const cancelled = { reason: 'cancelled', outcome: 'notDone' };
const onePerSecond = { limit: 1, windowMs: 1_000 };

/** Sends one request, and returns its result. */
async function sendTo(
	service: TestService,
	request: ChannelRequest,
	options?: SendOptions,
	session = service.openSession(),
): Promise<Result> {
	return await service.clock.run(createSender(session, 1_000)(request, options));
}

/** Sends a message to each path concurrently. */
async function sendAll(
	service: TestService,
	paths: readonly string[],
	session = service.openSession(),
): Promise<Result[]> {
	const sender = createSender(session, 1_000);
	return await service.clock.run(
		Promise.all(paths.map(async (path) => await sender({ ...send, path }))),
	);
}

describe('createSender', () => {
	it('retries an idempotent request with exponential backoff', async () => {
		const service = new TestService([lost(), lost()]);

		expect(await sendTo(service, read)).toEqual(success());
		expect(service.times).toEqual([0, 1_000 + responseMs, 3_000 + 2 * responseMs]);
	});

	it('retries a request that did not reach the service, and releases its permit', async () => {
		const service = new TestService([notConnected()], onePerSecond);

		expect(await sendTo(service, send)).toEqual(success());
		expect(service.times).toEqual([0, 1_000 + responseMs]);
	});

	it('counts a request that may have reached the service against the rate limit', async () => {
		const service = new TestService([lost()], onePerSecond);
		await sendTo(service, read);

		expect(service.times[1]).toBeGreaterThan(1_000 + responseMs);
	});

	it('returns the error of the last attempt if none was processed', async () => {
		const service = new TestService([notConnected(), tooMany('0'), rejected()]);

		expect(await sendTo(service, send)).toMatchObject({ reason: 'rejected', outcome: 'notDone' });
		expect(service.requests).toHaveLength(3);
	});

	it.each([
		{ title: 'keeps an unknown outcome if the retry is rejected', next: rejected() },
		{ title: 'keeps an unknown outcome if the retry gets a 429', next: tooMany('901') },
		{ title: 'keeps an unknown outcome if the retry gets a 401', next: invalidToken() },
	])('$title', async ({ next }) => {
		const service = new TestService([lost(), next]);

		expect(await sendTo(service, retryable)).toMatchObject(unknown);
		expect(service.requests).toHaveLength(2);
	});

	it("keeps an unknown outcome of the node's previous attempt if the retry fails", async () => {
		const service = new TestService([rejected()]);
		const previousError = lost();
		const session = service.openSession();
		expect(await sendTo(service, retryable, { previousError }, session)).toBe(previousError);

		const permit = async () => await Promise.resolve('rejected' as const);
		const closed = { ...session, flow: () => ({ permit, time: new Stopwatch() }) };
		expect(await sendTo(service, retryable, { previousError }, closed)).toBe(previousError);

		const withoutToken = { ...session, rejection: invalidToken() };
		expect(await sendTo(service, retryable, { previousError }, withoutToken)).toBe(previousError);
	});

	it('sends nothing and uses no permit if beforeAttempt returns an error', async () => {
		const service = new TestService([], onePerSecond);
		const error = apiErrorWith('keyNotRecorded', 'notDone');
		const beforeAttempt = async () => await Promise.resolve(error);

		expect(await sendTo(service, send, { beforeAttempt })).toBe(error);
		await sendTo(service, send);
		expect(service.times).toEqual([0]);
	});

	it('returns an error with the outcome notDone if the queue fails', async () => {
		const service = new TestService();
		jest.spyOn(RateLimiter.prototype, 'acquire').mockImplementationOnce(() => {
			throw new Error('Out of memory');
		});

		expect(await sendTo(service, send)).toMatchObject({
			reason: 'unexpectedError',
			outcome: 'notDone',
		});
		expect(await sendTo(service, send)).toEqual(success());
	});

	it('counts a request against the rate limit when the request is written', async () => {
		const service = new TestService([], onePerSecond);
		service.writeDelayMs = 400;
		await sendAll(service, ['/1', '/2']);

		expect(service.times[1]).toBeGreaterThanOrEqual(1_400);
	});
});

describe('createSender after a 429', () => {
	it('retries with exponential backoff for two minutes if Retry-After is invalid', async () => {
		const service = new TestService(Array.from({ length: 20 }, () => tooMany('soon')));
		const session = service.openSession();

		expect(await sendTo(service, send, {}, session)).toMatchObject({
			reason: 'rateLimited',
			outcome: 'notDone',
			details: { waitedMs: 63_030 },
		});
		expect(service.times.map((time) => Math.floor(time / 1_000))).toEqual([0, 1, 3, 7, 15, 31, 63]);
		// The hint after the execution contains these delays.
		expect(session.flow('message').time.milliseconds).toBe(63_000);
	});

	it('returns the error immediately if Retry-After exceeds 15 minutes', async () => {
		const service = new TestService([tooMany('901')]);

		expect(await sendTo(service, send)).toMatchObject({
			reason: 'rateLimited',
			outcome: 'notDone',
			status: 429,
			details: { waitedMs: 0, retryAfterMs: 901_000 },
		});
		expect(service.clock.now()).toBe(responseMs);
	});

	it('rejects 200 queued requests within 16 minutes if the service accepts none', async () => {
		const results = Array.from({ length: 1_000 }, () => tooMany('900'));
		const service = new TestService(results, { limit: 5, windowMs: 1_000 });
		const errors = await sendAll(service, Array<string>(200).fill(send.path));

		const reasons = errors.map((error) => error instanceof ApiError && error.reason);
		expect(new Set(reasons)).toEqual(new Set(['rateLimited']));
		expect(service.clock.now()).toBeLessThanOrEqual(16 * 60_000);
		expect(service.requests.length).toBeLessThan(20);
	});

	it('resets the backoff after an accepted request', async () => {
		const service = new TestService([tooMany('soon'), success(), tooMany('soon')]);
		await sendTo(service, send);
		await sendTo(service, send);

		expect(service.times).toEqual([0, 1_005, 1_010, 2_015]);
	});

	it('sends the retry before waiting requests', async () => {
		const service = new TestService([tooMany('1')], onePerSecond);
		await sendAll(service, ['/1', '/2', '/3', '/4']);

		expect(service.paths).toEqual(['/1', '/1', '/2', '/3', '/4']);
	});
});

describe('createSender after a 401', () => {
	it('sends no other requests in the session', async () => {
		const service = new TestService([invalidToken()]);
		const session: ChannelSession = service.openSession();
		const error = await sendTo(service, send, {}, session);
		expect(error).toMatchObject({ reason: 'tokenInvalid', outcome: 'notDone' });
		expect(session.cancellation.isStopped).toBe(true);

		const restarted = { ...session, cancellation: new CancellationToken() };
		expect(await sendTo(service, read, {}, restarted)).toBe(error);
		expect(service.requests).toHaveLength(1);
		expect(await sendTo(service, send)).toEqual(success());
	});

	it('returns the 401 error for waiting requests', async () => {
		const service = new TestService([invalidToken()], onePerSecond);
		const [, second] = await sendAll(service, ['/1', '/2']);

		expect(second).toMatchObject({ reason: 'tokenInvalid' });
		expect(service.requests).toHaveLength(1);
	});
});

describe('createSender in a stopped execution', () => {
	it('does not send a request that waits for the rate limit', async () => {
		const service = new TestService([], onePerSecond);
		const session = service.openSession();
		service.stopAfter(100, session.cancellation);
		const [, second] = await sendAll(service, ['/1', '/2'], session);

		expect(second).toMatchObject(cancelled);
		expect(service.clock.now()).toBe(100);
	});

	it('releases the permit of a request that was not sent', async () => {
		const service = new TestService([], { limit: 2, windowMs: 1_000 });
		const session = service.openSession();
		// Both requests have permits when the first one stops the execution.
		service.onRequest = () => {
			session.cancellation.stop();
		};
		const [first, second] = await sendAll(service, ['/1', '/2'], session);
		expect(first).toEqual(success());
		expect(second).toMatchObject(cancelled);

		await sendTo(service, send);
		expect(service.times).toEqual([0, responseMs]);
	});

	it.each([
		{
			title: 'stops waiting for Retry-After within half a second',
			results: [tooMany('60')],
			error: cancelled,
		},
		{
			title: 'stops waiting for a retry within half a second',
			results: [lost(), lost()],
			error: unknown,
		},
	])('$title', async ({ results, error }) => {
		const service = new TestService(results);
		const session = service.openSession();
		// Soon after the start of the second backoff, which takes two seconds.
		service.stopAfter(1_100, session.cancellation);

		expect(await sendTo(service, retryable, {}, session)).toMatchObject(error);
		expect(service.clock.now()).toBeLessThanOrEqual(1_600);
		expect(service.requests).toHaveLength(results.length);
	});
});

describe('shouldRetry', () => {
	const retriedReasons = (idempotent: boolean, attempts: number) =>
		reasons.filter((reason) => shouldRetry({ idempotent }, { reason }, attempts)).sort();
	const uncertain = ['connectionLost', 'serverFault', 'timedOut'];

	it.each([1, 2])('retries safe requests after attempt %d', (attempts) => {
		expect(retriedReasons(true, attempts)).toEqual([...uncertain, 'notConnected'].sort());
		expect(retriedReasons(false, attempts)).toEqual(['notConnected']);
	});

	it('retries no request after the third attempt', () => {
		expect([...retriedReasons(true, 3), ...retriedReasons(false, 3)]).toEqual([]);
	});
});
