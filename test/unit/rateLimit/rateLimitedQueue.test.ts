import type { Flow } from '../../../nodes/ChannelMessaging/rateLimit/flow';
import type { PermitOptions } from '../../../nodes/ChannelMessaging/rateLimit/permit';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/windowsAndPatience';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const second = 1_000;
const minute = 60 * second;
/** A window of one second with the minimum safety margin, in milliseconds. */
const window = second + 15;

const accepted = { kind: 'passed', evidence: 'accepted' } as const;
const rejected = { kind: 'rejected', retryAfterMs: undefined } as const;
const unknown = { kind: 'unanswered', evidence: 'unknown' } as const;

const repeat = <Result>(count: number, work: () => Promise<Result>) =>
	Promise.all(Array.from({ length: count }, work));

/** Returns a queue with a limit per second, and one of its flows. Waits have no jitter. */
function setUp(limit: number) {
	const clock = new VirtualClock();
	const queue = new RateLimitedQueue(timings.message, clock, () => 0);
	const throttledTime = { milliseconds: 0, countedUntil: -Infinity };
	const flow = queue.openFlow({ limit, throttledTime });
	const permit = async (of: Flow = flow, retryAt?: number) => {
		const result = await of.permit(new CancellationToken(), { retryAt });
		if (result.kind !== 'granted') throw new Error(`No permit: ${result.kind}`);
		return result;
	};
	return {
		clock,
		queue,
		flow,
		throttledTime,
		permit,
		requestPermit: (cancellation = new CancellationToken()) => flow.permit(cancellation),
		run: async <Result>(work: () => Promise<Result>) => await clock.run(work()),
	};
}

describe('RateLimitedQueue', () => {
	it('sends rejected requests in the order in which their waits end', async () => {
		const { flow, permit, run } = setUp(1);
		const order: string[] = [];
		const retry = async (name: string, retryAt: number) => {
			(await permit(flow, retryAt)).end(accepted);
			order.push(name);
		};
		await run(() => Promise.all([retry('b', 200), retry('c', 300), retry('a', 100)]));

		expect(order).toEqual(['a', 'b', 'c']);
	});

	it('lets other requests test the service while one contact is always rejected', async () => {
		const { clock, queue, flow, permit, run } = setUp(25);
		let isAccepted = false;
		await run(async () => {
			let retryAt: number | undefined;
			const always = async () => {
				while (!isAccepted) {
					(await permit(flow, retryAt)).end(rejected);
					retryAt = clock.now();
				}
			};
			const other = async () => {
				await clock.sleep(10 * second);
				(await permit(queue.openFlow({ limit: 25 }))).end(accepted);
				isAccepted = true;
			};
			await Promise.all([always(), other()]);
		});

		expect(clock.now()).toBeLessThan(20 * second);
	});

	it('rejects later requests from an execution that gave up, until another request is accepted', async () => {
		const { clock, flow, queue, permit, requestPermit, run } = setUp(25);
		await run(async () => {
			let result = await requestPermit();
			while (result.kind === 'granted') {
				result.end(rejected);
				result = await flow.permit(new CancellationToken(), { retryAt: clock.now() });
			}
			await clock.sleep(minute);
			const from = clock.now();
			expect(await requestPermit()).toBe(result);
			expect(clock.now()).toBe(from);

			(await permit(queue.openFlow({ limit: 25 }))).end(accepted);
			expect(await requestPermit()).toHaveProperty('kind', 'granted');
		});
	});

	it('rejects later messages from an execution that gave up testing, until the service accepts one', async () => {
		const { clock, queue, permit, requestPermit, run } = setUp(25);
		await run(async () => {
			let result = await requestPermit();
			while (result.kind === 'granted') {
				result.end(unknown);
				result = await requestPermit();
			}
			expect(result.kind).toBe('gaveUpTesting');
			const other = permit(queue.openFlow({ limit: 25 }));
			await clock.sleep(1);
			const from = clock.now();
			expect(await requestPermit()).toBe(result);
			expect(clock.now()).toBe(from);

			(await other).end(accepted);
			expect(await requestPermit()).toHaveProperty('kind', 'granted');
		});
	});

	it('forgets an outage when its last wait is over and no request is waiting', async () => {
		const { clock, flow, permit, run } = setUp(25);
		await run(async () => {
			(await permit()).end(rejected);
			(await permit(flow, clock.now())).end(rejected);
			expect(flow.msUntilNext()).toBeGreaterThan(second);
			await clock.sleep(2 * minute);

			await permit();
			expect(flow.msUntilNext()).toBe(0);
		});
	});

	it('counts the patience of each execution from when it began to wait', async () => {
		const { clock, queue, run } = setUp(25);
		/** Resends a request until the queue gives up, and returns the elapsed time. */
		const sendFrom = async (start: number) => {
			await clock.sleep(start);
			const flow = queue.openFlow({ limit: 25 });
			let retryAt: number | undefined;
			for (;;) {
				const permit = await flow.permit(new CancellationToken(), { retryAt });
				if (permit.kind !== 'granted') return [permit.kind, clock.now() - start] as const;
				permit.end(rejected);
				retryAt = clock.now() + second;
			}
		};
		const ends = await run(() => Promise.all([0, minute, 5 * minute].map(sendFrom)));

		for (const [kind, waitedMs] of ends) {
			expect(kind).toBe('gaveUp');
			expect(waitedMs).toBeGreaterThanOrEqual(2 * minute);
			expect(waitedMs).toBeLessThan(2 * minute + 5 * second);
		}
	});

	it("does not count waits for an execution's own pace as patience or as waits for the limit", async () => {
		const { clock, flow, throttledTime, run } = setUp(25);
		let tests = 0;
		const result = await run(async () => {
			let nextAt = clock.now();
			let options: PermitOptions = {};
			for (;;) {
				const permit = await flow.permit(new CancellationToken(), options);
				if (permit.kind !== 'granted') return permit;
				if (clock.now() < nextAt) {
					permit.end({ kind: 'notSent' });
					options = { retryAt: nextAt, isPaced: true };
					continue;
				}
				tests += 1;
				permit.end(rejected);
				nextAt = clock.now() + minute;
				options = { retryAt: clock.now() + 8 * second };
			}
		});

		expect(result).toMatchObject({ kind: 'gaveUp' });
		expect(tests).toBeGreaterThanOrEqual(15);
		expect(throttledTime.milliseconds).toBeLessThan(2 * minute + 10 * second);
	});

	it('counts the wait for a read that tests the service first as patience', async () => {
		const { clock, permit, flow, run } = setUp(25);
		const permitOrRead = async () =>
			await flow.permit(new CancellationToken(), { canRead: () => true });
		const result = await run(async () => {
			for (let requests = 0; requests < 5; requests += 1) (await permit()).end(unknown);
			for (;;) {
				const test = await permitOrRead();
				if (test.kind !== 'readFirst') return test;
				await clock.sleep(20 * second);
				test.end();
			}
		});

		expect(result).toMatchObject({ kind: 'gaveUpTesting' });
		expect(clock.now()).toBeLessThan(2 * minute + 25 * second);
	});

	it('sends the next request immediately when an unused permit is returned', async () => {
		const { clock, permit, run } = setUp(1);
		await run(async () => {
			const unused = await permit();
			const next = permit();
			await clock.sleep(100);
			unused.end({ kind: 'notSent' });
			await next;
		});

		expect(clock.now()).toBe(100);
	});

	it("removes a stopped execution's requests without using permits", async () => {
		const { clock, requestPermit, permit, run } = setUp(1);
		const cancellation = new CancellationToken();
		await run(async () => {
			await permit();
			const cancelled = requestPermit(cancellation);
			const other = permit();
			cancellation.stop();
			expect(await cancelled).toEqual({ kind: 'cancelled' });
			expect(await requestPermit(cancellation)).toEqual({ kind: 'cancelled' });
			expect(clock.now()).toBe(0);
			await other;
		});

		expect(clock.now()).toBe(window);
	});

	it('applies the lowest limit of all credentials with the same token until no request is waiting', async () => {
		const { clock, queue, permit } = setUp(25);
		const permittedAt: number[] = [];
		const send = async (flow: Flow, count: number) =>
			await repeat(count, async () => {
				const request = await permit(flow);
				permittedAt.push(clock.now());
				request.end(accepted);
			});
		const slow = queue.openFlow({ limit: 10 });
		const fast = queue.openFlow({ limit: 25 });

		await clock.run(Promise.all([send(slow, 100), send(fast, 100)]));

		const sentInSecond = permittedAt.map(
			(from) => permittedAt.filter((at) => at >= from && at < from + second).length,
		);
		expect(Math.max(...sentInSecond)).toBe(10);

		const from = clock.now();
		await clock.run(send(fast, 250));
		expect(clock.now() - from).toBeLessThan(10.5 * second);
	});

	it('counts overlapping waits of an execution once: 40 s for 1,000 messages', async () => {
		const { clock, permit, run, throttledTime } = setUp(25);
		await run(() => repeat(1_000, permit));

		expect(Math.round(throttledTime.milliseconds / second)).toBe(40);
		expect(throttledTime.milliseconds).toBe(clock.now());
	});
});
