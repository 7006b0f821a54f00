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
	/** A URL-encoded path that starts with `/v1/`, relative to the credential's base URL. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** The expected content of the response, which determines its size limits. */
	response: ResponseContent;
	/** The index of the message, if the item sends several messages. */
	position?: number;
	/** How long to wait before the message, in milliseconds. Default: 0. */
	delayMs?: number;
	/** The file that a message links to. */
	file?: LinkedFile | undefined;
	/** Whether sending the request twice has the same effect as sending it once. */
	idempotent: boolean;
	/** A read of the same contact, which can test the service during an outage. */
	test?: ChannelRequest;
}

export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

export interface SendOptions {
	/**
	 * Called when the rate limit allows an attempt. Returns `undefined` if the request may be sent,
	 * or a promise if it must wait while other requests are sent. If the promise resolves with an
	 * error, the request is never sent.
	 */
	precondition?(): Promise<ApiError | undefined> | undefined;
	/**
	 * Called immediately before each attempt. The request isn't sent if `beforeAttempt` returns
	 * an error.
	 */
	beforeAttempt?(): Promise<ApiError | undefined>;
	/** Whether to retry a request with an unknown outcome even if it isn't idempotent. */
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
	/** Whether to retry a request with an unknown outcome. A retry can cause duplicates. */
	retryWhenUnsure: boolean;
	sendingWindow?: SendingWindow;
	/** The minimum time between two messages of the execution. */
	messageIntervalMs?: number;
}
