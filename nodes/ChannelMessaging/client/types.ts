import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { ApiResponse } from './response';
import type { RateLimitBucket } from '../rateLimit/rateLimits';

/** The path is relative to the credential's base URL. */
export interface ChannelRequest {
	bucket: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Starts with `/v1/`. Every segment is URL-encoded. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** The position of a further message among the messages of an item. */
	position?: number;
	/** Whether it's safe to send the request more than once if its outcome is unknown. */
	idempotent: boolean;
}

/** Returns a 2xx response or an error. */
export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

export interface SendOptions {
	/**
	 * Called when the rate limit allows an attempt. If it returns an error, the request isn't sent.
	 */
	beforeAttempt?(): Promise<ApiError | undefined>;
	/**
	 * The error of the previous attempt, if it's unknown whether the service processed the request.
	 */
	previousError?: ApiError;
}

/** Sends a request once. Returns a 2xx response or an error. Never rejects. */
export type HttpRequest = (
	request: ChannelRequest,
	timeoutMs: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

export interface RequestSettings {
	timeoutMs: number;
	/** Retries requests with an unknown outcome. This can cause duplicates. */
	retryWhenUnsure: boolean;
	/** Only one message is sent per key, across all executions. */
	idempotencyKey?: string;
}
