import { exponentialBackoff, withJitter } from '../rateLimit/backoff';
import { feasibleWaitMs, timings } from '../rateLimit/windowsAndPatience';
import type { ApiError } from './apiError';
import type { ChannelRequest } from './channelRequest';

/** The maximum number of attempts for a request that the service may already have processed. */
const maxUncertainAttempts = 3;

/**
 * How long to retry after failed connections. A restart of the service takes one or two minutes.
 */
const connectionPatienceMs = 2 * 60_000;

/**
 * How long to retry connections if a user is waiting in the editor or if the host name can't be
 * resolved. Name resolution errors rarely go away on their own.
 */
const shortPatienceMs = 10_000;

/** The failed attempts to send a single request. */
export class RequestHistory {
	/** The number of failures, excluding 429 responses. */
	failures = 0;

	rejections = 0;

	latest: ApiError | undefined;

	/** @param unknown the error of the node's previous attempt, if the service may have processed it */
	constructor(private unknown: ApiError | undefined) {}

	add(error: ApiError): void {
		this.latest = error;
		if (error.outcome === 'unknown') this.unknown = error;
		if (error.reason === 'rateLimited') this.rejections += 1;
		else this.failures += 1;
	}

	/**
	 * Returns the error to report if there is no further attempt. An unknown outcome has priority
	 * over later errors, because the service may have processed that attempt.
	 */
	failure(error: ApiError): ApiError {
		return this.unknown ?? error;
	}
}

/** The state of a request's retries, including the current failure. */
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
			// The service rejected the request, so it's safe to retry. The queue decides when to give up.
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
			// The service would reject a retry for the same reason.
			return undefined;
	}
}
