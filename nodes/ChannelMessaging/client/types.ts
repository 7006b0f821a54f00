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
	/** URL-encoded, starts with `/v1/`, relative to the base URL. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Determines the size limits of the response. */
	response: ResponseContent;
	/** Index among the item's messages. */
	position?: number;
	/** No delay by default. */
	delayMs?: number;
	/** Set if the message links to a file. */
	file?: LinkedFile | undefined;
	/** Sending it twice does the same as sending it once. */
	idempotent: boolean;
	/** Reads the same contact. Tests the service in an outage. */
	test?: ChannelRequest;
}

export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

export interface SendOptions {
	/**
	 * Called when the rate limit allows an attempt. `undefined`: go ahead. A promise lets other
	 * requests pass in the meantime; if it resolves with an error, the request is never sent.
	 */
	precondition?(): Promise<ApiError | undefined> | undefined;
	/** Called right before each attempt. An error prevents it. */
	beforeAttempt?(): Promise<ApiError | undefined>;
	/** Even if the request isn't idempotent and its outcome is unknown. */
	retryWhenUnsure?: boolean;
	/** Set if the service may have processed the previous attempt. */
	previousError?: ApiError;
}

/** One attempt, no retries. Never rejects. */
export type HttpRequest = (
	request: ChannelRequest,
	timeoutMs: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

export interface RequestSettings {
	timeoutMs: number;
	/** Retry unknown outcomes at the risk of duplicates. */
	retryWhenUnsure: boolean;
	sendingWindow?: SendingWindow;
	/** Minimum time between two messages. */
	messageIntervalMs?: number;
}
