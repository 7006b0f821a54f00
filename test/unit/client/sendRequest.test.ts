import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { SendOptions } from '../../../nodes/ChannelMessaging/client/sendOptions';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { apiErrorWith } from './apiErrorWith';
import type { Result } from './testChannel';
import {
	create,
	invalidToken,
	lost,
	notConnected,
	read,
	rejected,
	responseMs,
	send,
	serverFault,
	success,
	TestService,
	tooMany,
	update,
} from './testService';

const cancelled = { reason: 'cancelled', outcome: 'notDone' };
const onePerSecond = 1;

async function sendTo(
	service: TestService,
	request: ChannelRequest,
	options?: SendOptions,
	session = service.openSession(),
): Promise<Result> {
	return await service.clock.run(createSender(session, 1_000)(request, options));
}

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
	it('an exception while a request is sent returns its permit to the queue', async () => {
		const service = new TestService([], onePerSecond);
		const beforeAttempt = () => {
			throw new Error('Out of memory');
		};

		await expect(sendTo(service, send, { beforeAttempt })).rejects.toThrow('Out of memory');
		expect(await sendTo(service, send)).toEqual(success());
	});

	it('tells when an attempt starts, and when n8n has written it', async () => {
		const service = new TestService();
		const events: string[] = [];
		service.onRequest = () => void events.push('request');

		await sendTo(service, send, {
			onAttempt: () => void events.push('start'),
			onWritten: () => void events.push('written'),
		});

		expect(events).toEqual(['start', 'request', 'written']);
	});

	it('sends a read at most three times with exponential backoff, and its outcome is known', async () => {
		const service = new TestService([lost(), lost(), lost()]);

		expect(await sendTo(service, read)).toMatchObject({
			reason: 'connectionLost',
			outcome: 'notDone',
		});
		expect(service.times).toEqual([0, 1_000 + responseMs, 3_000 + 2 * responseMs]);
	});

	it('retries a request that did not reach the service and releases its permit', async () => {
		const service = new TestService([notConnected()], onePerSecond);

		expect(await sendTo(service, send)).toEqual(success());
		expect(service.times).toEqual([0, 1_000 + responseMs]);
	});

	it.each([
		['a 403', rejected()],
		['a 503', serverFault()],
		['lost', lost()],
	])('counts a request against the rate limit if the response is %s', async (_, result) => {
		const service = new TestService([result], onePerSecond);
		await sendAll(service, ['/1', '/2']);

		expect(service.times[1]).toBeGreaterThanOrEqual(1_000);
	});

	it("keeps an unknown outcome of the node's previous attempt if the token is invalid", async () => {
		const service = new TestService();
		const previousError = lost();
		const session = { ...service.openSession(), tokenError: invalidToken() };

		const result = await sendTo(service, { ...send, idempotent: true }, { previousError }, session);
		expect(result).toBe(previousError);
		expect(service.requests).toEqual([]);
	});
});

it("createSender rejects all of an execution's requests after two minutes without a connection", async () => {
	const service = new TestService(Array.from({ length: 2_000 }, notConnected));
	const session = service.openSession();
	const paths = Array<string>(20).fill(send.path);
	const error = expect.objectContaining({ reason: 'notConnected' }) as object;

	expect(await sendAll(service, paths, session)).toEqual(paths.map(() => error));
	// Requests of the execution that start later don't wait for another two minutes.
	await sendAll(service, paths, session);

	expect(service.clock.now()).toBeGreaterThan(100_000);
	expect(service.clock.now()).toBeLessThan(121_000);
});

describe('createSender after a 429', () => {
	it('never resends before the time in Retry-After', async () => {
		const service = new TestService(Array.from({ length: 9 }, () => tooMany(60_000)));
		await sendTo(service, send);

		const waits = service.times.slice(1).map((time, index) => time - (service.times[index] ?? 0));
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
	});
});

describe('createSender after five unknown outcomes', () => {
	const failures = (count: number) => Array.from({ length: count }, serverFault);
	const paths = (count: number) => Array.from({ length: count }, (_, index) => `/${String(index)}`);

	it('sends one message or creates one contact every 4 s, until a request is accepted', async () => {
		const service = new TestService(failures(7));
		await sendAll(service, paths(5));
		const from = service.clock.now();
		const sender = createSender(service.openSession(), 1_000);
		await service.clock.run(
			Promise.all([send, create, send, create, send].map((one) => sender(one))),
		);

		const [first, second, third, ...others] = service.times.slice(5).map((time) => time - from);
		expect(first).toBeGreaterThanOrEqual(4_000);
		expect(second).toBeGreaterThanOrEqual(Number(first) + 4_000);
		expect(third).toBeGreaterThanOrEqual(Number(second) + 4_000);
		for (const time of others) expect(time).toBeLessThan(Number(third) + 1_000);
		expect(others).toHaveLength(2);
	});

	it('counts redirects to a page as unknown outcomes', async () => {
		const seeOther = () => apiErrorWith('redirected', 'unknown', { status: 303 });
		const service = new TestService(Array.from({ length: 5 }, seeOther));
		await sendAll(service, paths(5));
		const from = service.clock.now();
		await sendTo(service, send);

		expect(service.times.at(-1)).toBeGreaterThanOrEqual(from + 4_000);
	});

	const tested = { ...send, test: read };

	it('sends a message only after reading its contact successfully', async () => {
		const service = new TestService([...failures(5), lost(), serverFault()]);
		await sendAll(service, paths(5));
		expect(await sendTo(service, tested)).toEqual(success());

		const requests = service.requests.slice(5);
		expect(requests.map(({ path }) => path)).toEqual([read.path, read.path, read.path, send.path]);
		const [first = NaN, second, third, message] = requests.map(({ at }) => at);
		expect([second, third]).toEqual([first + 4_000, first + 8_000]);
		expect(message).toBe(first + 8_000 + responseMs);
	});

	it('stops reading before messages after two reads succeeded but the messages after them failed', async () => {
		const service = new TestService([
			...failures(5),
			...[success(), serverFault(), success(), serverFault(), serverFault()],
		]);
		await sendAll(service, paths(5));
		const sender = createSender(service.openSession(), 1_000);
		await service.clock.run(Promise.all(paths(4).map((path) => sender({ ...tested, path }))));

		expect(service.requests.slice(5).map(({ path }) => path)).toEqual([
			...[read.path, '/0', read.path, '/1', '/2', '/3'],
		]);
	});

	it('sends a message without reading if the limit of contact requests is used up', async () => {
		const service = new TestService(failures(5), 5);
		await sendAll(service, paths(5));
		const sender = createSender(service.openSession(), 1_000);
		await service.clock.run(Promise.all(paths(5).map(() => sender(update))));
		await sendTo(service, tested);

		expect(service.requests.at(-1)?.path).toBe(send.path);
		expect(service.clock.now()).toBeLessThan(10_000);
	});

	it('delays neither reads nor updates', async () => {
		const service = new TestService(failures(5));
		await sendAll(service, paths(5));
		const from = service.clock.now();
		const sender = createSender(service.openSession(), 1_000);
		await service.clock.run(Promise.all([sender(send), sender(read), sender(update)]));

		expect(service.requests.slice(5, 7)).toEqual([
			{ path: read.path, at: from },
			{ path: update.path, at: from },
		]);
	});

	it('waits for 15 minutes if a failure has a Retry-After header', async () => {
		const maintenance = () =>
			new ApiError({
				reason: 'serverFault',
				outcome: 'unknown',
				status: 503,
				retryAfterMs: 600_000,
			});
		const service = new TestService([...failures(5), ...Array.from({ length: 300 }, maintenance)]);
		await sendAll(service, paths(5));
		const [last] = (await sendAll(service, paths(500))).slice(-1);

		expect(last).toMatchObject({ reason: 'serviceFailing' });
		expect(service.clock.now()).toBeGreaterThan(895_000);
		expect(service.clock.now()).toBeLessThan(910_000);
	});

	it.each([
		['rejections', rejected],
		['wrong files', () => apiErrorWith('wrongFileKind', 'notDone', { status: 500 })],
		['stopped executions', () => apiErrorWith('cancelled', 'unknown')],
	])('sends messages without delay if the responses were %s instead', async (_, result) => {
		const service = new TestService(Array.from({ length: 10 }, result));
		await sendAll(service, paths(20));

		expect(service.clock.now()).toBeLessThan(100);
	});
});

describe('createSender after a 401', () => {
	it('returns the 401 error for waiting requests', async () => {
		const service = new TestService([invalidToken()], onePerSecond);
		const [, second] = await sendAll(service, ['/1', '/2']);

		expect(second).toMatchObject({ reason: 'tokenInvalid' });
		expect(service.requests).toHaveLength(1);
	});
});

describe('createSender in a stopped execution', () => {
	it('releases the permit for a request that was not sent', async () => {
		const service = new TestService([], 2);
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

	it('waits for a running preparation, so that the caller can undo it', async () => {
		const service = new TestService();
		const { clock } = service;
		const session = service.openSession();
		let preparedAt: number | undefined;
		const prepare = async () => {
			await clock.sleep(10);
			preparedAt = clock.now();
			return undefined;
		};
		void clock.sleep(5).then(() => {
			session.cancellation.stop();
		});

		expect(await sendTo(service, send, { prepare }, session)).toMatchObject(cancelled);
		expect(preparedAt).toBe(10);
	});
});
