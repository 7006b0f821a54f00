import { exponentialBackoff, withJitter } from '../rateLimit/backoff';
import { connectionPatienceMs, feasibleWaitMs, timings } from '../rateLimit/timings';
import type { ApiError } from './apiError';
import type { RequestHistory } from './requestHistory';
import type { ChannelRequest } from './types';

/** If the service may have processed the request. */
const maxUncertainAttempts = 3;

/**
 * While a user waits in the editor, or if the host name can't be resolved. Waiting rarely brings a
 * host back.
 */
const shortPatienceMs = 10_000;

/** All of these include the current failure. */
interface RetryState extends Pick<RequestHistory, 'failures' | 'rejections'> {
	/** Time since the first failed connection after the last response. */
	unreachableMs: number;
	isInteractive: boolean;
}

/**
 * `undefined`: don't resend.
 *
 * @param random from 0 (inclusive) to 1 (exclusive)
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
			// Rejected, so a retry is safe. The queue decides when to give up.
			const requestedMs = feasibleWaitMs(details.retryAfterMs);
			return requestedMs === undefined
				? exponentialBackoff(rejections, maxBackoffMs, random)
				: withJitter(requestedMs, random);
		}
		case 'notConnected': {
			// The request never arrived. The service may be restarting.
			const isShort = isInteractive || details.code === 'ENOTFOUND';
			const maxWaitMs = isShort ? shortPatienceMs : connectionPatienceMs;
			const remainingMs = maxWaitMs - unreachableMs;
			return remainingMs > 0 ? Math.min(backoffMs, remainingMs) : undefined;
		}
		case 'connectionLost':
		case 'serverFault':
		case 'timedOut':
		case 'unreadable':
			// May have been processed: resending a message could duplicate it.
			return idempotent && failures < maxUncertainAttempts ? backoffMs : undefined;
		default:
			// A retry would be rejected, too.
			return undefined;
	}
}
