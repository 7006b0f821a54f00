import { createHash } from 'node:crypto';

import type { CallKind } from '../api/call';
import { systemClock } from '../scheduling/clock';
import { ConcurrencyLimit } from '../scheduling/concurrencyLimit';
import { RateLimitedQueue } from './rateLimitedQueue';

/** Whose rate limits calls count against, and which they are. */
export interface TokenOwner {
	/** Without a slash at the end. */
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
}

/** They outlive executions, as the service counts by token. A worker process has its own queues. */
const queues = new Map<string, RateLimitedQueue>();

/** How many calls each run may have under way: all runs share one event loop, which queues watch. */
export const concurrencyLimit = new ConcurrencyLimit(systemClock);

const clock = concurrencyLimit.watched();

/** The queue of a token and kind of call, shared by every execution of this n8n process. */
export function queueFor(owner: TokenOwner, kind: CallKind): RateLimitedQueue {
	const rate =
		kind === 'message'
			? { limit: owner.messagesPerSecond, windowMilliseconds: 1_000 }
			: { limit: owner.contactCallsPerMinute, windowMilliseconds: 60_000 };
	const place = JSON.stringify([owner.baseUrl, owner.token, kind]);
	// A hash, so that no token lies about in the memory of the process longer than it must.
	const key = createHash('sha256').update(place).digest('hex');
	const queue = queues.get(key) ?? new RateLimitedQueue(rate, clock, Math.random);
	queue.rate = rate;
	queues.set(key, queue);
	return queue;
}
