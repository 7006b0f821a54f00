import { exponentialBackoff, withJitter } from '../rateLimit/backoff';
import { connectionPatienceMs, feasibleWaitMs, timings } from '../rateLimit/timings';
import type { ApiError } from './apiError';
import type { ChannelRequest } from './types';

/** Maximum number of attempts if the service may have processed the request. */
const maxUncertainAttempts = 3;

/**
 * Maximum time for connection retries if a user is waiting in the editor, or if the host name can't
 * be resolved, because waiting rarely fixes a missing host.
 */
const shortPatienceMs = 10_000;

/** All values include the current failure. */
interface RetryHistory {
	/** The number of failed attempts, excluding 429 responses. */
	failures: number;
	/** The number of 429 responses. */
	rejections: number;
	/** The time since the first connection failure after the service last responded. */
	unreachableMs: number;
	isInteractive: boolean;
}

/**
 * Returns `undefined` if the request must not be resent.
 *
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelayMs(
	{ bucket, idempotent }: Pick<ChannelRequest, 'bucket' | 'idempotent'>,
	{ details }: ApiError,
	{ failures, rejections, unreachableMs, isInteractive }: RetryHistory,
	random: number,
): number | undefined {
	const { maxBackoffMs } = timings[bucket];
	const backoffMs = exponentialBackoff(Math.max(1, failures), maxBackoffMs, random);
	switch (details.reason) {
		case 'rateLimited': {
			// The service rejected the request, so a retry is safe. The queue decides when the execution
			// gives up.
			const requestedMs = feasibleWaitMs(details.retryAfterMs);
			return requestedMs === undefined
				? exponentialBackoff(rejections, maxBackoffMs, random)
				: withJitter(requestedMs, random);
		}
		case 'notConnected': {
			// The request never reached the service. The service may be restarting.
			const isShort = isInteractive || details.code === 'ENOTFOUND';
			const maxWaitMs = isShort ? shortPatienceMs : connectionPatienceMs;
			const remainingMs = maxWaitMs - unreachableMs;
			return remainingMs > 0 ? Math.min(backoffMs, remainingMs) : undefined;
		}
		case 'connectionLost':
		case 'serverFault':
		case 'timedOut':
		case 'unreadable':
			// The service may have processed the request, so resending a message could cause a duplicate.
			return idempotent && failures < maxUncertainAttempts ? backoffMs : undefined;
		default:
			// A retry would be rejected, too.
			return undefined;
	}
}
