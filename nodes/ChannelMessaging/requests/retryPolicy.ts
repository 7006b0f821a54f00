import type { ApiError, ApiErrorReason } from '../api/apiError';
import type { ChannelCall } from '../api/call';

/** How often a call is made at most whose attempts fail in a way in which they may be repeated. */
const mostAttempts = 3;

/** What may have been done nevertheless. */
const uncertain: readonly ApiErrorReason[] = ['connectionLost', 'serverFault', 'timedOut'];

/**
 * Whether a call is made again after so many failures. What may have been done is repeated only
 * where doing it twice changes nothing: a message that may have gone out is never sent again
 * without being asked to. Refusals with 429 don't count: the queue of their rate limit bounds them.
 */
export function shouldRetry(
	call: Pick<ChannelCall, 'idempotent'>,
	{ reason }: Pick<ApiError, 'reason'>,
	attempts: number,
): boolean {
	const isSafe = reason === 'notConnected' || (call.idempotent && uncertain.includes(reason));
	return isSafe && attempts < mostAttempts;
}
