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
	/** The URL-encoded path relative to the base URL, starting with `/v1/`. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Determines the size limits for the response. */
	response: ResponseContent;
	/** The message's index within the item. */
	position?: number;
	delayMs?: number;
	/** Set if the message links to a file from the input item. */
	file?: LinkedFile | undefined;
	/** Whether sending the request twice has the same effect as sending it once. */
	idempotent: boolean;
	/** A read of the same contact that can test the service during an outage. */
	test?: ChannelRequest;
}

export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

export interface SendOptions {
	/**
	 * Called when the rate limit permits an attempt, which proceeds if the result is `undefined`.
	 * While a returned promise is pending, other requests go first. If it resolves to an error, the
	 * request is never sent.
	 */
	precondition?(): Promise<ApiError | undefined> | undefined;
	/**
	 * Returns the earliest time at which an attempt may start. Until then, the request waits in the
	 * queue like a rejected one.
	 */
	notBefore?(): number;
	/**
	 * Called once, shortly before the rate limit permits the first attempt. If it resolves to an error,
	 * the request is never sent.
	 */
	prepare?: (() => Promise<ApiError | undefined>) | undefined;
	/**
	 * Called right before each attempt is written. If it returns an error, the request isn't sent.
	 * Synchronous, because a permit must be used immediately.
	 */
	beforeAttempt?(): ApiError | undefined;
	/**
	 * Called right before each request, including tests of the service. If it returns an error, no
	 * request is sent.
	 */
	obstacle?(): ApiError | undefined;
	/** Called when each attempt starts, unless it was skipped. */
	onAttempt?(): void;
	/** Whether to retry a non-idempotent request even if its outcome is unknown. */
	retryWhenUnsure?: boolean;
	/**
	 * Whether the request belongs to a search that has started. It goes ahead of waiting requests
	 * because the result of a search that takes minutes would be outdated.
	 */
	continuesSearch?: boolean;
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
	messageIntervalMs?: number;
}
