import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { ApiResponse } from './response';
import type { RateLimitBucket } from '../rateLimit/queueRegistry';

/** One HTTP call to the service, relative to the credential's base URL. */
export interface ChannelRequest {
	kind: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Starts with `/v1/`; every segment is already URL-encoded. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Whether doing it twice leaves the same as doing it once: only then is it repeated when unsure. */
	idempotent: boolean;
}

/** Makes one call within the rate limit, repeated where that is safe. Gives its answer of 2xx. */
export type SendRequest = (call: ChannelRequest) => Promise<ApiResponse>;

/**
 * Makes one HTTP call, once. Gives the response if the call was done, else the error; never rejects.
 *
 * @param timeout milliseconds until the call is given up
 * @param onWritten to be called when the call is written to its connection
 */
export type HttpRequest = (
	call: ChannelRequest,
	timeout: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

/** What the user decided for the calls of one item. */
export interface RequestSettings {
	/** Milliseconds. */
	timeout: number;
	/** Whether a call that may have been done is made again. */
	resendWhenUnsure: boolean;
	/** What a message is sent once for, in this and all other executions of the node. */
	idempotencyKey?: string;
}
