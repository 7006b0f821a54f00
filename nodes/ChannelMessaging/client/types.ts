import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { LinkedFile } from './model';
import type { ApiResponse } from './readResponse';
import type { ResponseContent } from './responseLimits';
import type { RateLimitBucket } from '../rateLimit/timings';
import type { SendingWindow } from '../scheduling/sendingHours';

export interface ChannelRequest {
	bucket: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The URL-encoded path relative to the base URL. It starts with `/v1/`. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Determines the size limits for the response. */
	response: ResponseContent;
	/** The index of the message among the item's messages. */
	position?: number;
	delayMs?: number;
	/** Set if the message links to a file of the input item. */
	file?: LinkedFile | undefined;
	/** Whether sending the request twice has the same effect as sending it once. */
	idempotent: boolean;
	/** A read of the same contact, which tests the service during an outage. */
	test?: ChannelRequest;
}

export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

export interface SendOptions {
	/**
	 * Called when the rate limit permits an attempt, which starts if the result is `undefined`. If
	 * the result is a promise, other requests go first until it resolves. If it resolves to an error,
	 * the request is never sent.
	 */
	precondition?(): Promise<ApiError | undefined> | undefined;
	/** Called immediately before each attempt. If it resolves to an error, the attempt isn't made. */
	beforeAttempt?(): Promise<ApiError | undefined>;
	/** Whether to retry a request that isn't idempotent even if its outcome is unknown. */
	retryWhenUnsure?: boolean;
	/** The error of the previous attempt, if the service may have processed that attempt. */
	previousError?: ApiError;
}

/** Sends a request once, without retries. Never rejects. */
export type HttpRequest = (
	request: ChannelRequest,
	timeoutMs: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

export interface RequestSettings {
	timeoutMs: number;
	/** Whether to retry requests whose outcome is unknown, at the risk of duplicates. */
	retryWhenUnsure: boolean;
	sendingWindow?: SendingWindow;
	/** The minimum time between two messages. */
	messageIntervalMs?: number;
}
