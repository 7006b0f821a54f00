import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { ApiResponse } from './response';
import type { RateLimitBucket } from '../rateLimit/rateLimits';

/** A request to the service, with a path relative to the credential's base URL. */
export interface ChannelRequest {
	bucket: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The URL path, which starts with `/v1/`. Every segment is URL-encoded. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** The position of a further message among the messages of an item. */
	position?: number;
	/**
	 * Whether it's safe to send the request more than once. Only idempotent requests are retried if
	 * their outcome is unknown.
	 */
	idempotent: boolean;
}

/**
 * Sends a request within its rate limit, and retries it if that is safe. Returns the 2xx response
 * or an error.
 */
export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

export interface SendOptions {
	/**
	 * Called before each attempt, as soon as the rate limit allows the request. If it returns an
	 * error, the request isn't sent.
	 */
	beforeAttempt?(): Promise<ApiError | undefined>;
	/**
	 * The error of the previous attempt, if it's unknown whether the service processed the request.
	 */
	previousError?: ApiError;
}

/**
 * Sends a request once. Returns the 2xx response or an error. Never rejects.
 *
 * @param timeoutMs the maximum duration in milliseconds
 * @param onWritten called when the request is written to its connection
 */
export type HttpRequest = (
	request: ChannelRequest,
	timeoutMs: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

export interface RequestSettings {
	timeoutMs: number;
	/** Whether to retry requests with an unknown outcome. This can cause duplicates. */
	retryWhenUnsure: boolean;
	/** The idempotency key of a message. Only one message is sent per key, across all executions. */
	idempotencyKey?: string;
}
