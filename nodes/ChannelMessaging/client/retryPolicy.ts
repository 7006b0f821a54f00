import { exponentialBackoff, withJitter } from '../rateLimit/backoff';
import { connectionPatienceMs, feasibleWaitMs, timings } from '../rateLimit/timings';
import type { ApiError } from './apiError';
import type { RequestHistory } from './requestHistory';
import type { ChannelRequest } from './types';

/** How often to attempt a request that the service may already have processed. */
const maxUncertainAttempts = 3;

/**
 * How long to retry connections if a user is waiting in the editor, or if the host name can't be
 * resolved. Name resolution errors rarely go away on their own.
 */
const shortPatienceMs = 10_000;

/** Includes the current failure. */
interface RetryState extends Pick<RequestHistory, 'failures' | 'rejections'> {
	/** The time since the first failed connection after the service's last response. */
	unreachableMs: number;
	isInteractive: boolean;
}

/**
 * Returns the delay before the next attempt, or `undefined` if the request must not be resent.
 *
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelayMs(
	{ bucket, idempotent }: Pick<ChannelRequest, 'bucket' | 'idempotent'>,
	{ details }: ApiError,
	{ failures, rejections, unreachableMs, isInteractive }: RetryState,
	random: number,
): number | undefined {
	const { maxBackoffMs } = timings[bucket];
	const backoffMs = exponentialBackoff(Math.max(1, failures), maxBackoffMs, random);
	switch (details.reason) {
		case 'rateLimited': {
			// The service rejected the request, so a retry is safe. The queue decides when to give up.
			const requestedMs = feasibleWaitMs(details.retryAfterMs);
			return requestedMs === undefined
				? exponentialBackoff(rejections, maxBackoffMs, random)
				: withJitter(requestedMs, random);
		}
		case 'notConnected': {
			// The request never reached the service, which may be restarting.
			const isShort = isInteractive || details.code === 'ENOTFOUND';
			const maxWaitMs = isShort ? shortPatienceMs : connectionPatienceMs;
			const remainingMs = maxWaitMs - unreachableMs;
			return remainingMs > 0 ? Math.min(backoffMs, remainingMs) : undefined;
		}
		case 'connectionLost':
		case 'serverFault':
		case 'timedOut':
		case 'unreadable':
			// The service may have processed the request, so resending a message could duplicate it.
			return idempotent && failures < maxUncertainAttempts ? backoffMs : undefined;
		default:
			// The service would reject a retry as well.
			return undefined;
	}
}
