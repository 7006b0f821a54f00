import { exponentialBackoff, withJitter } from '../rateLimit/backoff';
import { connectionPatienceMs, feasibleWaitMs, timings } from '../rateLimit/rateLimits';
import type { ApiError } from './apiError';
import type { ChannelRequest } from './types';

/** The maximum number of attempts if the service may have processed the request. */
const maxUncertainAttempts = 3;

/**
 * How long a person in the editor waits for a connection. Also applies to hosts that don't exist,
 * which a wait rarely changes.
 */
const shortPatienceMs = 10_000;

/** What happened up to and including the current failure. */
interface RetryHistory {
	/** Failed attempts, except 429 responses. */
	failures: number;
	/** 429 responses. */
	rejections: number;
	/** Since the session's first failed connection without a successful one. */
	unreachableMs: number;
	isInteractive: boolean;
}

/**
 * Returns milliseconds, or `undefined` if the request must not be resent.
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
			// The service rejected the request. The queue decides when the execution gives up.
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
			// The service may have processed the request, so a repeated message could be a duplicate.
			return idempotent && failures < maxUncertainAttempts ? backoffMs : undefined;
		default:
			// The service or n8n would reject the request again.
			return undefined;
	}
}
