import type { ApiError, ApiErrorReason } from '../api/apiError';
import type { ChannelCall } from '../api/call';
import { longestRateLimitWait } from '../rateLimit/backoff';

/** What may have been done nevertheless. */
const uncertain: readonly ApiErrorReason[] = ['connectionLost', 'serverFault', 'timedOut'];

/** How often a call is made at most whose attempts fail in a way in which they may be repeated. */
const mostAttempts = 3;

/**
 * Whether a failed call is made again. What may have been done is repeated only where doing it
 * twice changes nothing: a message that may have gone out is never sent again without being asked
 * to. Refusals with 429 don't count here: see `mayWait`.
 *
 * @param attempts how often the call has been made and failed, 1 after the first time
 */
export function shouldRetry(
	call: Pick<ChannelCall, 'idempotent'>,
	{ reason }: Pick<ApiError, 'reason'>,
	attempts: number,
): boolean {
	const isSafe = reason === 'notConnected' || (call.idempotent && uncertain.includes(reason));
	return isSafe && attempts < mostAttempts;
}

/**
 * Whether a call that the service refuses with 429 waits and is made again. Every refusal is
 * certain, so going on loses nothing but time: all waits of one call are bounded together.
 *
 * @param waited milliseconds since the call was first refused
 * @param asked the wait that the service asks for, in milliseconds
 * @param delay milliseconds that the call would wait where it asks for none
 */
export function mayWait(waited: number, asked: number | undefined, delay: number): boolean {
	return waited + (asked ?? delay) <= longestRateLimitWait(asked);
}
