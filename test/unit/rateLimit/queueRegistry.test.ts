import fc from 'fast-check';

import {
	ConcurrencyLimit,
	QueueRegistry,
	rateOf,
	type TokenOwner,
} from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { maxIdleMs } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';

describe('ConcurrencyLimit', () => {
	/** Returns a limit, and a function that sleeps with its clock and wakes up late. */
	function setUp() {
		const clock = new VirtualClock();
		const limit = new ConcurrencyLimit(clock);
		const watched = limit.watched();
		const sleepLate = async (milliseconds: number, lateMs: number, sleepers = 1) => {
			const sleeps = Array.from({ length: sleepers }, () => watched.sleep(milliseconds));
			clock.block(milliseconds + lateMs);
			await clock.run(Promise.all(sleeps));
		};
		return { clock, limit, watched, sleepLate };
	}

	it('halves its bound when a timer is late, and recovers within two seconds', async () => {
		const { clock, limit, watched, sleepLate } = setUp();
		expect(limit.bound).toBe(100);

		await sleepLate(1_000, 26);
		expect(limit.bound).toBe(50);
		expect(watched.now()).toBe(1_026);

		clock.block(1_000);
		expect(limit.bound).toBe(75);
		clock.block(2_000);
		expect(limit.bound).toBe(100);
	});

	it('halves its bound once for concurrent late timers', async () => {
		const { limit, sleepLate } = setUp();
		await sleepLate(0, 50, 10);

		expect(limit.bound).toBe(50);
	});

	it('keeps the bound an integer from 30 to 100, and lowers it only for late timers', async () => {
		const anyStep = fc.record({
			lateMs: fc.constantFrom(0, 25, 26, 300),
			pauseMs: fc.constantFrom(0, 410, 3_000),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(anyStep), async (steps) => {
				const { clock, limit, sleepLate } = setUp();
				for (const { lateMs, pauseMs } of steps) {
					const before = limit.bound;
					await sleepLate(100, lateMs);
					const after = limit.bound;
					if (lateMs > 25) expect(after).toBeLessThan(Math.max(before, 31));
					else expect(after).toBeGreaterThanOrEqual(before);
					expect(Number.isInteger(after)).toBe(true);
					expect(after).toBeGreaterThanOrEqual(30);
					clock.block(pauseMs);
					expect(limit.bound).toBeLessThanOrEqual(100);
				}
			}),
		);
	});
});

const owner: TokenOwner = {
	baseUrl: 'https://one.example',
	token: 'one',
	messagesPerSecond: 25,
	contactCallsPerMinute: 1,
};
const otherOwner = { ...owner, token: 'other' };

test('rateOf returns messages per second and contact requests per minute', () => {
	expect(rateOf(owner, 'message')).toEqual({ limit: 25, windowMs: 1_000 });
	expect(rateOf(owner, 'contact')).toEqual({ limit: 1, windowMs: 60_000 });
});

describe('QueueRegistry', () => {
	function setUp() {
		const clock = new VirtualClock();
		return { clock, registry: new QueueRegistry(clock), cancellation: new CancellationToken() };
	}

	it('creates one queue per service, token, and rate limit', () => {
		const { registry } = setUp();
		const queue = registry.queueFor(owner, 'message');

		expect(registry.queueFor({ ...owner }, 'message')).toBe(queue);
		expect(registry.queueFor({ ...owner, messagesPerSecond: 10 }, 'message')).toBe(queue);
		expect(registry.queueFor(otherOwner, 'message')).not.toBe(queue);
		expect(registry.queueFor({ ...owner, baseUrl: 'https://b.example' }, 'message')).not.toBe(
			queue,
		);
		expect(registry.queueFor(owner, 'contact')).not.toBe(queue);
	});

	it('evicts a queue that was idle for two hours', async () => {
		const { clock, registry, cancellation } = setUp();
		const queue = registry.queueFor(owner, 'message');
		await clock.run(queue.openFlow().permit(cancellation, false));

		clock.block(maxIdleMs - 1);
		registry.queueFor(otherOwner, 'message');
		expect(registry.queueFor(owner, 'message')).toBe(queue);

		clock.block(1);
		registry.queueFor(otherOwner, 'contact');
		expect(registry.queueFor(owner, 'message')).not.toBe(queue);
	});

	it('keeps a queue whose last response arrived less than two hours ago', async () => {
		const { clock, registry, cancellation } = setUp();
		const queue = registry.queueFor(owner, 'message');
		const permit = await clock.run(queue.openFlow().permit(cancellation, false));
		clock.block(maxIdleMs);
		if (typeof permit === 'string' || permit instanceof Error) throw new Error('No permit');
		permit.rejected(900_000, 0);

		registry.queueFor(otherOwner, 'message');

		expect(registry.queueFor(owner, 'message')).toBe(queue);
	});

	it('keeps a queue with waiting requests', async () => {
		const { clock, registry, cancellation } = setUp();
		const queue = registry.queueFor(owner, 'contact');
		const flow = queue.openFlow();
		// At one request per minute, some requests wait longer than two hours.
		const permits = Array.from({ length: 200 }, () => flow.permit(cancellation, false));
		await clock.run(clock.sleep(maxIdleMs));

		registry.queueFor(otherOwner, 'contact');

		expect(registry.queueFor(owner, 'contact')).toBe(queue);
		cancellation.stop();
		await Promise.all(permits);
	});
});
