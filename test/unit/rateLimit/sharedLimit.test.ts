import {
	limitRetentionMs,
	type QueueFlow,
	RateLimitedQueue,
	SharedLimit,
} from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';

describe('SharedLimit', () => {
	it('is the initial limit before the first request', () => {
		expect(new SharedLimit(25).at(0)).toBe(25);
	});

	it('is the lowest limit with requests in the last minute', () => {
		const limit = new SharedLimit(25);
		limit.queued(25, 0);
		limit.dequeued(25, 0);
		limit.queued(10, 0);
		limit.dequeued(10, 1_000);
		limit.queued(25, 50_000);

		expect(limit.at(1_000 + limitRetentionMs - 1)).toBe(10);
		expect(limit.at(1_000 + limitRetentionMs)).toBe(25);
	});

	it('applies as long as a request with it is queued', () => {
		const limit = new SharedLimit(25);
		limit.queued(10, 0);
		limit.queued(25, 3_600_000);

		expect(limit.at(3_600_000)).toBe(10);
	});

	it('stays the same while the token is unused', () => {
		const limit = new SharedLimit(25);
		limit.queued(10, 0);
		limit.dequeued(10, 0);

		expect(limit.at(3_600_000)).toBe(10);
	});
});

it('a credential with 10 per second limits another one of the same token with 25', async () => {
	const clock = new VirtualClock();
	const queue = new RateLimitedQueue({ limit: 25, windowMs: 1_000 }, clock, () => 0);
	const stop = new CancellationToken();
	const permitted: Array<{ limit: number; at: number }> = [];
	const send = async (flow: QueueFlow, limit: number, count: number) => {
		const one = async () => {
			await flow.permit(stop, false);
			permitted.push({ limit, at: clock.now() });
		};
		await Promise.all(Array.from({ length: count }, one));
	};
	// The fast credential is opened last.
	const slow = queue.openFlow({ limit: 10 });
	const fast = queue.openFlow({ limit: 25 });

	await clock.run(Promise.all([send(slow, 10, 100), send(fast, 25, 100)]));

	const inWindow = permitted.map(
		({ at }) => permitted.filter((other) => other.at >= at && other.at < at + 1_000).length,
	);
	expect(Math.max(...inWindow)).toBe(10);
	expect(clock.now()).toBeLessThan(21_000);

	// A minute after the last request of the slow credential, the fast one has its own rate again.
	await clock.run(clock.sleep(limitRetentionMs));
	const start = clock.now();
	await clock.run(send(fast, 25, 250));
	expect(clock.now() - start).toBeLessThan(10_500);
});
