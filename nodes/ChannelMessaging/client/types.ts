import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { ApiResponse } from './response';
import type { RateLimitBucket } from '../rateLimit/queueRegistry';

/** A request to the service, relative to the credential's base URL. */
export interface ChannelRequest {
	kind: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Starts with `/v1/`. Every segment is URL-encoded. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Whether resending is safe. Only then is the request retried if its outcome is unknown. */
	idempotent: boolean;
}

/**
 * Sends a request within its rate limit, and retries it if that is safe. Returns the 2xx response,
 * or rejects with an `ApiError`.
 */
export type SendRequest = (call: ChannelRequest) => Promise<ApiResponse>;

/**
 * Sends a request once. Returns the 2xx response, or an error. Never rejects.
 *
 * @param timeout the maximum duration in milliseconds
 * @param onWritten is called when the request is written to its connection
 */
export type HttpRequest = (
	call: ChannelRequest,
	timeout: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

/** The user's settings for the requests of one item. */
export interface RequestSettings {
	/** In milliseconds. */
	timeout: number;
	/** Whether to retry requests with an unknown outcome. This can cause duplicates. */
	resendWhenUnsure: boolean;
	/** The idempotency key of a message. Only one message is sent per key, in all executions. */
	idempotencyKey?: string;
}
