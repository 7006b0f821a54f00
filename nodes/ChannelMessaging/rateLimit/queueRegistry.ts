import { createHash } from 'node:crypto';

import type { CallKind } from '../api/call';
import { type Clock, systemClock } from '../scheduling/clock';
import { ConcurrencyLimit } from '../scheduling/concurrencyLimit';
import { RateLimitedQueue } from './rateLimitedQueue';
import type { Rate } from './rateLimiter';

/** A token and the rate limits of its credential. */
export interface TokenOwner {
	/** Without a slash at the end. */
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
}

/** Returns the rate of a credential for a kind of request. */
export function rateOf(owner: TokenOwner, kind: CallKind): Rate {
	return kind === 'message'
		? { limit: owner.messagesPerSecond, windowMilliseconds: 1_000 }
		: { limit: owner.contactCallsPerMinute, windowMilliseconds: 60_000 };
}

/** The queues of all tokens. They outlive executions, because the service counts by token. */
export class QueueRegistry {
	private readonly queues = new Map<string, RateLimitedQueue>();

	constructor(private readonly clock: Clock) {}

	/** Returns the queue of a token for a kind of request. Don't keep it: idle queues are evicted. */
	queueFor(owner: TokenOwner, kind: CallKind): RateLimitedQueue {
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
export function queueFor(owner: TokenOwner, kind: CallKind): RateLimitedQueue {
	return registry.queueFor(owner, kind);
}
