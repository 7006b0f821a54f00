import { createHash } from 'node:crypto';

import type { CallKind } from '../api/call';
import { ConcurrencyLimit } from '../scheduling/concurrencyLimit';
import { systemClock } from '../scheduling/clock';
import { RateLimitedQueue } from './rateLimitedQueue';
import type { Rate } from './rateLimiter';

/** Whose rate limits calls count against, and which they are. */
export interface TokenOwner {
	/** Without a slash at the end. */
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
}

/**
 * Lives as long as the n8n process, because the service counts calls by token, not by execution.
 * Workers of queue mode are processes of their own, each with queues of its own.
 */
const queues = new Map<string, RateLimitedQueue>();

/** How many calls each run may have under way: all runs share one event loop, which queues watch. */
export const concurrencyLimit = new ConcurrencyLimit(systemClock);

const clock = concurrencyLimit.watched();

/** The queue of a token and kind of call, shared by every execution of this n8n process. */
export function queueFor(owner: TokenOwner, kind: CallKind): RateLimitedQueue {
	const rate = rateOf(owner, kind);
	// A hash, so that no token lies about in the memory of the process longer than it must.
	const key = createHash('sha256')
		.update(JSON.stringify([owner.baseUrl, owner.token, kind]))
		.digest('hex');
	const queue = queues.get(key) ?? new RateLimitedQueue(rate, clock, Math.random);
	queue.rate = rate;
	queues.set(key, queue);
	return queue;
}

function rateOf({ messagesPerSecond, contactCallsPerMinute }: TokenOwner, kind: CallKind): Rate {
	return kind === 'message'
		? { limit: messagesPerSecond, windowMilliseconds: 1_000 }
		: { limit: contactCallsPerMinute, windowMilliseconds: 60_000 };
}
