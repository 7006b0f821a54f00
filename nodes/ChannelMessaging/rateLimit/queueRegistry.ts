import { createHash } from 'node:crypto';

import { type Clock, systemClock } from '../scheduling/clock';
import { RateLimitedQueue } from './rateLimitedQueue';
import type { Rate } from './rateLimiter';

/**
 * The maximum number of concurrent requests per execution. Enough for the documented 100 contact
 * requests per minute, and for 25 messages per second with a response time of 4 s.
 */
const maxBound = 100;
/**
 * The minimum number of concurrent requests per execution. Enough for 25 messages per second with a
 * response time of 1 s.
 */
const minBound = 30;
/**
 * The delay above which a timer counts as late and lowers the concurrency limit, in milliseconds.
 */
const maxDelayMs = 25;
/** The factor by which a late timer lowers the concurrency limit. */
const reductionFactor = 0.5;
/** How fast the concurrency limit recovers, in requests per second. */
const recoveryPerSecond = 25;

/**
 * Limits the number of concurrent requests per execution, depending on the load of the event loop.
 * A late timer indicates a high load, and halves the limit. The limit then recovers over time.
 */
export class ConcurrencyLimit {
	private lowered = { at: -Infinity, to: maxBound };

	constructor(private readonly clock: Clock) {}

	get bound(): number {
		const seconds = (this.clock.now() - this.lowered.at) / 1_000;
		return Math.min(maxBound, Math.floor(this.lowered.to + recoveryPerSecond * seconds));
	}

	/** Returns a clock that lowers the concurrency limit if a sleep ends late. */
	watched(): Clock {
		return {
			now: () => this.clock.now(),
			sleep: async (milliseconds) => {
				const from = this.clock.now();
				await this.clock.sleep(milliseconds);
				const now = this.clock.now();
				const isLate = now - from - milliseconds > maxDelayMs;
				// Ignores a sleep that started before the latest decrease of the limit, because the sleep
				// reflects the earlier load.
				if (!isLate || from < this.lowered.at) return;
				this.lowered = { at: now, to: Math.max(minBound, this.bound * reductionFactor) };
			},
		};
	}
}

/** A token and the rate limits of its credential. */
export interface TokenOwner {
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
}

/** Returns a credential's rate limit for messages or for contact requests. */
export function rateOf(owner: TokenOwner, bucket: RateLimitBucket): Rate {
	return bucket === 'message'
		? { limit: owner.messagesPerSecond, windowMs: 1_000 }
		: { limit: owner.contactCallsPerMinute, windowMs: 60_000 };
}

/**
 * The request queues of all tokens. Queues outlive executions, because the service counts all
 * requests with the same token.
 */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Returns a token's queue for messages or for contact requests. Callers must not store the queue,
	 * because idle queues are evicted.
	 */
	queueFor(owner: TokenOwner, bucket: RateLimitBucket): RateLimitedQueue {
		const place = JSON.stringify([owner.baseUrl, owner.token, bucket]);
		// Uses a hash, so that the token doesn't stay in memory.
		const key = createHash('sha256').update(place).digest('base64url');
		const known = this.queues.get(key);
		if (known !== undefined) return known;
		for (const [otherKey, queue] of this.queues) {
			if (queue.isIdle) this.queues.delete(otherKey);
		}
		const queue = new RateLimitedQueue(rateOf(owner, bucket), this.clock, Math.random);
		this.queues.set(key, queue);
		return queue;
	}
}

/** The concurrency limit for all executions of the process, because they share one event loop. */
export const concurrencyLimit = new ConcurrencyLimit(systemClock);

const registry = new QueueRegistry(concurrencyLimit.watched());

/**
 * Returns a token's queue for messages or for contact requests. All executions in this process
 * share the queue, and each n8n worker has its own.
 */
export function queueFor(owner: TokenOwner, bucket: RateLimitBucket): RateLimitedQueue {
	return registry.queueFor(owner, bucket);
}

/** The documented rate limits (section 8, Limits). Each rate limit has its own queue. */
export type RateLimitBucket = 'message' | 'contact';
