import { createHash } from 'node:crypto';

import { type Clock, systemClock } from '../scheduling/clock';
import { RateLimitedQueue } from './rateLimitedQueue';
import type { Rate } from './rateLimiter';

/**
 * The maximum bound: enough for 100 contact requests, the documented limit per minute, and for 25
 * messages a second with responses after 4 s.
 */
const maxBound = 100;
/** The minimum bound: enough for 25 messages a second with responses after 1 s. */
const minBound = 30;
/** How late a timer may be before it lowers the bound, in milliseconds. */
const maxDelayMs = 25;
/** The factor by which a late timer reduces the bound. */
const reductionFactor = 0.5;
/** How fast the bound recovers, in concurrent requests per second. */
const recoveryPerSecond = 25;

/**
 * The maximum number of concurrent requests per execution, adapted to the load of the event loop.
 * Many responses in quick succession block other work, so every late timer halves the bound, which
 * then recovers over time. Independent of the rate limit: evenly distributed responses don't delay
 * timers.
 */
export class ConcurrencyLimit {
	private lowered = { at: -Infinity, to: maxBound };

	constructor(private readonly clock: Clock) {}

	/** The current maximum number of concurrent requests per execution. */
	get bound(): number {
		const seconds = (this.clock.now() - this.lowered.at) / 1_000;
		return Math.min(maxBound, Math.floor(this.lowered.to + recoveryPerSecond * seconds));
	}

	/** Returns a clock that lowers the bound if a sleep ends late. */
	watched(): Clock {
		return {
			now: () => this.clock.now(),
			sleep: async (milliseconds) => {
				const from = this.clock.now();
				await this.clock.sleep(milliseconds);
				const now = this.clock.now();
				const isLate = now - from - milliseconds > maxDelayMs;
				// A sleep that started before the bound was lowered reflects the load before that.
				if (!isLate || from < this.lowered.at) return;
				this.lowered = { at: now, to: Math.max(minBound, this.bound * reductionFactor) };
			},
		};
	}
}

/** A token and the rate limits of its credential. */
export interface TokenOwner {
	/** The service's base URL without a trailing slash. */
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
}

/** Returns the rate of a credential for a kind of request. */
export function rateOf(owner: TokenOwner, bucket: RateLimitBucket): Rate {
	return bucket === 'message'
		? { limit: owner.messagesPerSecond, windowMs: 1_000 }
		: { limit: owner.contactCallsPerMinute, windowMs: 60_000 };
}

/** The queues of all tokens. They outlive executions, because the service counts by token. */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	constructor(private readonly clock: Clock) {}

	/** Returns the queue of a token for a kind of request. Don't keep it: idle queues are evicted. */
	queueFor(owner: TokenOwner, bucket: RateLimitBucket): RateLimitedQueue {
		const place = JSON.stringify([owner.baseUrl, owner.token, bucket]);
		// A hash, so that the token doesn't stay in memory.
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

/** Shared by all executions, because they share one event loop. */
export const concurrencyLimit = new ConcurrencyLimit(systemClock);

const registry = new QueueRegistry(concurrencyLimit.watched());

/** Returns the queue that all executions of this n8n process share. A worker has its own. */
export function queueFor(owner: TokenOwner, bucket: RateLimitBucket): RateLimitedQueue {
	return registry.queueFor(owner, bucket);
}

/** The documented rate limits (section 8, Limits). Each has its own queue. */
export type RateLimitBucket = 'message' | 'contact';
