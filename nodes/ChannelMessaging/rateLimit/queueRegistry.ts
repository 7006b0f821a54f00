import type { Clock } from '../scheduling/clock';
import { OutcomeBreaker } from './outcomeBreaker';
import { type RateLimitBucket, timings } from './timings';
import { RateLimitedQueue } from './rateLimitedQueue';

/** The other queue of the same channel, with which a queue shares its `OutcomeBreaker`. */
const siblings = { message: 'contact', contact: 'message' } as const;

/**
 * Contains the queues of a process. Queues outlive executions, because the service counts all
 * requests with the same token. Idle queues are evicted whenever a queue is used.
 */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {}

	/**
	 * Callers must not keep a reference to the queue, because idle queues are evicted.
	 *
	 * @param channelKey identifies the base URL and the token
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

	/** @param used the key of the queue to keep */
	private removeIdle(used: string): void {
		for (const [key, queue] of this.queues) {
			if (key !== used && queue.isIdle) this.queues.delete(key);
		}
	}
}
