import {
	limitRetentionMs,
	type Permit,
	type QueueFlow,
	RateLimitedQueue,
	SharedLimit,
	Stopwatch,
} from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RateLimiter } from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';

const second = 1_000;
const minute = 60 * second;
/** A window of one second with the minimum safety margin, in milliseconds. */
const window = second + 15;

const repeat = <Result>(count: number, work: () => Promise<Result>) =>
	Promise.all(Array.from({ length: count }, work));

/** Returns a queue with a limit per second, and one of its flows. Waits have no jitter. */
function setUp(limit: number) {
	const clock = new VirtualClock();
	const queue = new RateLimitedQueue({ limit, windowMs: second }, clock, () => 0);
	const flow = queue.openFlow();
	return {
		clock,
		queue,
		flow,
		requestPermit: (cancellation = new CancellationToken()) => flow.permit(cancellation, false),
		permit: async ({ isRetry = false, of = flow } = {}): Promise<Permit> => {
			const permit = await of.permit(new CancellationToken(), isRetry);
			if (permit instanceof Error) throw permit;
			if (typeof permit === 'string') throw new Error(`No permit: ${permit}`);
			return permit;
		},
		run: async <Result>(work: () => Promise<Result>) => await clock.run(work()),
	};
}

describe('RateLimitedQueue', () => {
	it('sends a single message within 0.6 s despite 20 concurrent campaigns', async () => {
		const { clock, queue, permit, run } = setUp(25);
		const orders = Array.from({ length: 20 }, (): number[] => []);
		const campaign = async (order: number[]) => {
			const flow = queue.openFlow();
			let next = 0;
			await repeat(100, async () => {
				while (clock.now() < 6 * second) {
					const item = next;
					next += 1;
					const request = await permit({ of: flow });
					order.push(item);
					await clock.sleep(200);
					request.accepted();
				}
			});
		};
		const single = async () => {
			await clock.sleep(3_300);
			await permit({ of: queue.openFlow() });
			return clock.now() - 3_300;
		};

		const [waitMs] = await run(() => Promise.all([single(), ...orders.map(campaign)]));

		expect(waitMs).toBeLessThanOrEqual(0.6 * second);
		for (const order of orders) expect(order).toEqual([...order].sort((a, b) => a - b));
	});

	it.each([
		{
			title: 'delays only the rejected request if Retry-After is shorter than two windows',
			retryAfterMs: 1_999,
			delayOfOthers: 0,
		},
		{
			title: 'delays all requests if Retry-After is at least two windows',
			retryAfterMs: 2_000,
			delayOfOthers: 2_000,
		},
	])('$title', async ({ retryAfterMs, delayOfOthers }) => {
		const { clock, permit, run } = setUp(100);
		await run(async () => {
			expect((await permit()).rejected(retryAfterMs, 0)).toBe(retryAfterMs);
			await permit();
		});

		expect(clock.now()).toBe(delayOfOthers);
	});

	it.each([
		{
			title: 'retries within 15 minutes of the first 429',
			retryAfterMs: 10 * minute,
			waitedMs: 5 * minute,
			delay: 10 * minute,
		},
		{
			title: 'does not retry later than 15 minutes after the first 429',
			retryAfterMs: 10 * minute,
			waitedMs: 5 * minute + 1,
			delay: undefined,
		},
		{
			title: 'retries within 2 minutes without Retry-After',
			retryAfterMs: undefined,
			waitedMs: 119 * second,
			delay: second,
		},
		{
			title: 'does not retry later than 2 minutes without Retry-After',
			retryAfterMs: undefined,
			waitedMs: 119 * second + 1,
			delay: undefined,
		},
	])('$title', async ({ retryAfterMs, waitedMs, delay }) => {
		const { permit, run } = setUp(100);
		const request = await run(permit);

		expect(request.rejected(retryAfterMs, waitedMs)).toBe(delay);
	});

	it.each([
		{ title: 'delays all requests after two rounds of 429s', isAccepted: false, ms: 2_000 },
		{ title: 'sends requests between 429s if others are accepted', isAccepted: true, ms: 0 },
	])('$title', async ({ isAccepted, ms }) => {
		const { clock, permit, run } = setUp(100);
		await run(async () => {
			(await permit()).rejected(undefined, 0);
			const request = await permit();
			if (isAccepted) request.accepted();
			(await permit()).rejected(undefined, 0);
			await permit();
		});

		expect(clock.now()).toBe(ms);
	});

	it('doubles the delay of all requests after each round of 429s', async () => {
		const { clock, permit, run } = setUp(100);
		const delays: number[] = [];
		await run(async () => {
			await clock.sleep((await permit()).rejected(undefined, 0) ?? 0);
			for (let round = 2; round <= 5; round += 1) {
				const requests = [await permit({ isRetry: true }), await permit({ isRetry: true })];
				await clock.sleep(10);
				const rejectedAt = clock.now();
				for (const request of requests) request.rejected(undefined, 0);
				await permit();
				delays.push(clock.now() - rejectedAt);
			}
		});

		expect(delays.map((delay) => Math.floor(delay / second))).toEqual([2, 4, 8, 16]);
	});

	it('rejects all requests after 15 minutes of 429s, until the next attempt is due', async () => {
		const { clock, requestPermit, permit, run } = setUp(1);
		await run(async () => {
			(await permit()).rejected(15 * minute, 0);
			const request = await permit({ isRetry: true });
			const waiting = requestPermit();
			await clock.sleep(1);
			expect(request.rejected(15 * minute, 0)).toBeUndefined();
			expect(await waiting).toBe('rejected');
			expect(await requestPermit()).toBe('rejected');
			await clock.sleep(15 * minute);
			await permit();
		});
	});

	it('a Retry-After of one day rejects waiting requests, but not later ones', async () => {
		const day = 24 * 60 * minute;
		const { clock, requestPermit, permit, run } = setUp(25);
		await run(async () => {
			(await permit()).rejected(day, 0);
			const request = await permit();
			const waiting = repeat(30, requestPermit);
			request.rejected(day, 0);
			expect(new Set(await waiting)).toContain('rejected');
			const rejectedAt = clock.now();
			await permit();
			// The second delay of the exponential backoff.
			expect(clock.now() - rejectedAt).toBe(2 * second);
		});
	});

	it('msUntilNext includes pauses', async () => {
		const { clock, queue, permit, run } = setUp(1);
		await run(async () => {
			expect(queue.msUntilNext()).toBe(0);
			(await permit()).accepted();
			expect(queue.msUntilNext()).toBe(window);
			await clock.sleep(2 * second);
			(await permit()).rejected(15 * minute, 0);
			(await permit({ isRetry: true })).rejected(15 * minute, 0);
			expect(queue.msUntilNext()).toBe(15 * minute);
		});
	});

	it('starts the window when a request is written', async () => {
		const { clock, queue, permit, run } = setUp(1);
		await run(async () => {
			const request = await permit();
			await clock.sleep(400);
			request.onWritten();
			await clock.sleep(100);
			expect(queue.msUntilNext()).toBe(window - 100);
		});
	});

	it('sends the next request immediately when an unused permit is released', async () => {
		const { clock, permit, run } = setUp(1);
		await run(async () => {
			const unused = await permit();
			const next = permit();
			await clock.sleep(100);
			unused.release();
			await next;
		});

		expect(clock.now()).toBe(100);
	});

	it('removes the requests of a stopped execution without using permits', async () => {
		const { clock, requestPermit, permit, run } = setUp(1);
		const cancellation = new CancellationToken();
		await run(async () => {
			await permit();
			const cancelled = requestPermit(cancellation);
			const other = permit();
			cancellation.stop();
			expect(await cancelled).toBe('cancelled');
			expect(await requestPermit(cancellation)).toBe('cancelled');
			expect(clock.now()).toBe(0);
			await other;
		});

		expect(clock.now()).toBe(window);
	});

	it('rejects waiting requests after an exception, and accepts later ones', async () => {
		const { requestPermit, run } = setUp(1);
		const error = new Error('Out of memory');
		jest.spyOn(RateLimiter.prototype, 'acquire').mockImplementationOnce(() => {
			throw error;
		});

		expect(await run(() => repeat(2, requestPermit))).toEqual([error, error]);
		expect(await run(requestPermit)).toHaveProperty('accepted');
	});

	it('applies the lowest limit of the credentials that share a token', async () => {
		const { clock, queue, permit } = setUp(25);
		const permittedAt: number[] = [];
		const send = async (flow: QueueFlow, count: number) =>
			await repeat(count, async () => {
				await permit({ of: flow });
				permittedAt.push(clock.now());
			});
		const slow = queue.openFlow({ limit: 10 });
		const fast = queue.openFlow({ limit: 25 });

		await clock.run(Promise.all([send(slow, 100), send(fast, 100)]));

		const sentInSecond = permittedAt.map(
			(from) => permittedAt.filter((at) => at >= from && at < from + second).length,
		);
		expect(Math.max(...sentInSecond)).toBe(10);
		expect(clock.now()).toBeLessThan(21 * second);

		await clock.run(clock.sleep(limitRetentionMs));
		const from = clock.now();
		await clock.run(send(fast, 250));
		expect(clock.now() - from).toBeLessThan(10.5 * second);
	});
});

describe('SharedLimit', () => {
	it('returns the initial limit before the first request', () => {
		expect(new SharedLimit(25).at(0)).toBe(25);
	});

	it('returns the lowest limit with requests in the last minute', () => {
		const limit = new SharedLimit(25);
		limit.queued(25, 0);
		limit.dequeued(25, 0);
		limit.queued(10, 0);
		limit.dequeued(10, 1_000);
		limit.queued(25, 50_000);

		expect(limit.at(1_000 + limitRetentionMs - 1)).toBe(10);
		expect(limit.at(1_000 + limitRetentionMs)).toBe(25);
	});

	it('returns the lowest limit of queued requests', () => {
		const limit = new SharedLimit(25);
		limit.queued(10, 0);
		limit.queued(25, 3_600_000);

		expect(limit.at(3_600_000)).toBe(10);
	});

	it('keeps the limit while the token is unused', () => {
		const limit = new SharedLimit(25);
		limit.queued(10, 0);
		limit.dequeued(10, 0);

		expect(limit.at(3_600_000)).toBe(10);
	});
});

describe('Stopwatch', () => {
	it('counts overlapping waits once: 40 s for 1,000 messages at 25 per second', async () => {
		const { clock, flow, permit, run } = setUp(25);
		await run(() => repeat(1_000, permit));

		expect(Math.round(flow.time.milliseconds / second)).toBe(40);
		expect(flow.time.milliseconds).toBe(clock.now());
	});

	it('includes added delays', async () => {
		const { clock, flow, permit, run } = setUp(1);
		await run(async () => {
			await repeat(3, permit);
			const from = clock.now();
			await clock.sleep(second);
			flow.time.add(from, clock.now());
		});

		expect(flow.time.milliseconds).toBe(2 * window + second);
	});

	it('excludes the waits of other executions', async () => {
		const { clock, permit, queue, run } = setUp(25);
		await run(() => repeat(100, permit));
		await clock.run(clock.sleep(2 * second));
		const time = new Stopwatch();
		await run(() => permit({ of: queue.openFlow({ time }) }));

		expect(time.milliseconds).toBe(0);
	});
});
