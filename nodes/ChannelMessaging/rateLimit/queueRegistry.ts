import type { Clock } from '../scheduling/clock';
import { OutcomeBreaker } from './outcomeBreaker';
import { type RateLimitBucket, timings } from './timings';
import { RateLimitedQueue } from './rateLimitedQueue';

/** The two queues of a channel share one `OutcomeBreaker`. */
const siblings = { message: 'contact', contact: 'message' } as const;

/** Between two searches for idle queues: each token has two queues, and there can be many tokens. */
const evictionIntervalMs = 1_000;

/**
 * A process's queues. They outlive executions, since the service counts per token, and are evicted
 * when idle.
 */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	private nextEvictionAt = -Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {}

	/**
	 * Don't keep the queue: it's evicted when idle.
	 *
	 * @param channelKey base URL and token
	 */
	queueFor(channelKey: string, bucket: RateLimitBucket): RateLimitedQueue {
		const key = `${bucket} ${channelKey}`;
		this.removeIdle(key);
		const known = this.queues.get(key);
		if (known !== undefined) return known;
		const sibling = this.queues.get(`${siblings[bucket]} ${channelKey}`);
		const outcomes = sibling?.outcomes ?? new OutcomeBreaker();
		const queue = new RateLimitedQueue(timings[bucket], this.clock, this.random, outcomes);
		this.queues.set(key, queue);
		return queue;
	}

	/** @param used the queue to keep */
	private removeIdle(used: string): void {
		const now = this.clock.now();
		if (now < this.nextEvictionAt) return;
		this.nextEvictionAt = now + evictionIntervalMs;
		for (const [key, queue] of this.queues) {
			if (key !== used && queue.isIdle) this.queues.delete(key);
		}
	}
}
