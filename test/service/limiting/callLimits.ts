import type { Limits } from '../options';
import {
	fixedWindow,
	type RateLimiter,
	slidingWindow,
	tokenBucket,
	unlimited,
} from './rateLimiter';

/** The two groups of calls that are counted apart (section 8). */
export type LimitedGroup = 'messages' | 'contactCalls';

const limiters = { fixedWindow, slidingWindow, tokenBucket };

/** Fresh limiters: nothing has been counted yet. */
export function callLimits(limits: Limits): Record<LimitedGroup, RateLimiter> {
	const limiter = (calls: number | null, windowMilliseconds: number): RateLimiter => {
		if (calls === null) return unlimited;
		if (!Number.isInteger(calls) || calls < 1) {
			throw new RangeError(`A limit is a whole number of at least 1, or null: ${String(calls)}`);
		}
		return limiters[limits.semantics]({ calls, windowMilliseconds });
	};
	return {
		messages: limiter(limits.messagesPerSecond, 1_000),
		contactCalls: limiter(limits.contactCallsPerMinute, 60_000),
	};
}
