import type { ApiError } from './apiError';

/** When and how often to send a `ChannelRequest`. */
export interface SendOptions {
	/**
	 * Called when the rate limit permits an attempt. If it returns `undefined`, the attempt proceeds.
	 * While a returned promise is pending, other requests go first. If the promise resolves to an
	 * error, the request is never sent.
	 */
	precondition?(): Promise<ApiError | undefined> | undefined;
	/**
	 * Returns the earliest time at which an attempt may start. Until then, the request waits in the
	 * queue like a request that the service rejected.
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
	/**
	 * Called when n8n writes an attempt, 1 to 50 ms after the attempt starts. Only called for requests
	 * with a body.
	 */
	onWritten?(): void;
	/** Whether to retry a non-idempotent request even if its outcome is unknown. */
	retryWhenUnsure?: boolean;
	/**
	 * Whether the request continues a search that has already started. It then goes ahead of waiting
	 * requests, because the result of a search that takes minutes would be outdated.
	 */
	continuesSearch?: boolean;
	/** The error of the previous attempt, if the service may have processed that attempt. */
	previousError?: ApiError;
}
