import type { Clock } from '../scheduling/clock';
import { UnknownOutcomeBreaker } from './unknownOutcomeBreaker';
import { timings } from './windowsAndPatience';
import type { RateLimitBucket } from './rateLimitBucket';
import { RateLimitedQueue } from './rateLimitedQueue';

/** The other bucket of the same channel. Both queues share an `UnknownOutcomeBreaker`. */
const siblings = { message: 'contact', contact: 'message' } as const;

/**
 * The minimum time between two searches for idle queues. Each token has two queues, and there can
 * be many tokens.
 */
const evictionIntervalMs = 1_000;

/**
 * The queues of this process. They outlive executions because the service counts requests per
 * token, and are evicted when idle.
 */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	private nextEvictionAt = -Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {}

	/**
	 * Callers must not keep the queue, because it is evicted when idle.
	 *
	 * @param channelKey a hash of the base URL and the token
	 */
	queueFor(channelKey: string, bucket: RateLimitBucket): RateLimitedQueue {
		const key = `${bucket} ${channelKey}`;
		this.removeIdle(key);
		const known = this.queues.get(key);
		if (known !== undefined) return known;
		const sibling = this.queues.get(`${siblings[bucket]} ${channelKey}`);
		const outcomes = sibling?.outcomes ?? new UnknownOutcomeBreaker();
		const queue = new RateLimitedQueue(timings[bucket], this.clock, this.random, outcomes);
		this.queues.set(key, queue);
		return queue;
	}

	/** @param used the key of the queue to keep */
	private removeIdle(used: string): void {
		const now = this.clock.now();
		if (now < this.nextEvictionAt) return;
		this.nextEvictionAt = now + evictionIntervalMs;
		for (const [key, queue] of this.queues) {
			if (key !== used && queue.isIdle) this.queues.delete(key);
		}
	}
}
