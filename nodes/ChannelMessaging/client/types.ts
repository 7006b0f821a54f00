import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { ApiResponse } from './response';
import type { RateLimitBucket } from '../rateLimit/queueRegistry';

/** A request to the service. Its path is relative to the credential's base URL. */
export interface ChannelRequest {
	bucket: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The URL path, which starts with `/v1/`. Every segment is URL-encoded. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/**
	 * Whether it's safe to resend the request. Other requests aren't retried if their outcome is
	 * unknown.
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
	 * Called before each attempt, when the rate limit allows a request. If it returns an error, the
	 * request isn't sent.
	 */
	beforeAttempt?(): Promise<ApiError | undefined>;
	/** The error of this request in the node's previous attempt, if its outcome was unknown. */
	previousError?: ApiError;
}

/**
 * Sends a request once. Returns the 2xx response or an error. Never rejects.
 *
 * @param timeoutMs the maximum duration
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
	/** The idempotency key of a message. Across all executions, only one message is sent per key. */
	idempotencyKey?: string;
}
