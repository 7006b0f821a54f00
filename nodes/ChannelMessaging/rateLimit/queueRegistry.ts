import { createHash } from 'node:crypto';

import { type Clock, systemClock } from '../scheduling/clock';
import { RateLimitedQueue } from './rateLimitedQueue';
import type { Rate } from './rateLimiter';

/**
 * A whole window's worth of contact calls leaves at once (section 8, Limits), and 25 messages a
 * second are kept up with answers of four seconds.
 */
const most = 100;
/** What is needed for 25 messages a second with answers of one second, however late n8n is. */
const fewest = 30;
/** Milliseconds that a wake-up may be late before fewer calls are made at once. */
const bearableDelay = 25;
/** What is left of the bound when the event loop was late. */
const leftOver = 0.5;
/** By how much the bound rises again, in calls a second. */
const risePerSecond = 25;

/**
 * How many calls one run may have under way together: as many as the event loop bears. Answers that
 * come back in heaps keep it from everything else, so every late wake-up halves the bound, and with
 * time it rises again. The same for every rate: where answers come one by one, nothing is late.
 */
export class ConcurrencyLimit {
	private lowered = { at: -Infinity, to: most };

	constructor(private readonly clock: Clock) {}

	/** The bound now. */
	get bound(): number {
		const seconds = (this.clock.now() - this.lowered.at) / 1_000;
		return Math.min(most, Math.floor(this.lowered.to + risePerSecond * seconds));
	}

	/** A clock that is the same, but whose wake-ups tell how late the event loop is. */
	watched(): Clock {
		return {
			now: () => this.clock.now(),
			sleep: async (milliseconds) => {
				const from = this.clock.now();
				await this.clock.sleep(milliseconds);
				const now = this.clock.now();
				const isLate = now - from - milliseconds > bearableDelay;
				// What fell asleep before the bound was lowered tells of the time before.
				if (!isLate || from < this.lowered.at) return;
				this.lowered = { at: now, to: Math.max(fewest, this.bound * leftOver) };
			},
		};
	}
}

/** A token and the rate limits of its credential. */
export interface TokenOwner {
	/** Without a slash at the end. */
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
}

/** Returns the rate of a credential for a kind of request. */
export function rateOf(owner: TokenOwner, kind: RateLimitBucket): Rate {
	return kind === 'message'
		? { limit: owner.messagesPerSecond, windowMilliseconds: 1_000 }
		: { limit: owner.contactCallsPerMinute, windowMilliseconds: 60_000 };
}

/** The queues of all tokens. They outlive executions, because the service counts by token. */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	constructor(private readonly clock: Clock) {}

	/** Returns the queue of a token for a kind of request. Don't keep it: idle queues are evicted. */
	queueFor(owner: TokenOwner, kind: RateLimitBucket): RateLimitedQueue {
		const place = JSON.stringify([owner.baseUrl, owner.token, kind]);
		// A hash, so that the token doesn't stay in memory.
		const key = createHash('sha256').update(place).digest('base64url');
		const known = this.queues.get(key);
		if (known !== undefined) return known;
		for (const [otherKey, queue] of this.queues) {
			if (queue.isIdle) this.queues.delete(otherKey);
		}
		const queue = new RateLimitedQueue(rateOf(owner, kind), this.clock, Math.random);
		this.queues.set(key, queue);
		return queue;
	}
}

/** How many calls each run may have under way: all runs share one event loop, which queues watch. */
export const concurrencyLimit = new ConcurrencyLimit(systemClock);

const registry = new QueueRegistry(concurrencyLimit.watched());

/** Returns the queue that all executions of this n8n process share. A worker has its own. */
export function queueFor(owner: TokenOwner, kind: RateLimitBucket): RateLimitedQueue {
	return registry.queueFor(owner, kind);
}

/** The two rate limits of section 8 (Limits); each has a queue of its own. */
export type RateLimitBucket = 'message' | 'contact';
