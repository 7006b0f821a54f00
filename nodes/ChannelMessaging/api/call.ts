import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import type { ApiResponse } from './response';

/** The two rate limits of section 8 (Limits); each has a queue of its own. */
export type CallKind = 'message' | 'contact';

/** One HTTP call to the service, relative to the credential's base URL. */
export interface ChannelCall {
	kind: CallKind;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Starts with `/v1/`; every segment is already URL-encoded. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Whether doing it twice leaves the same as doing it once: only then is it repeated when unsure. */
	idempotent: boolean;
}

/** Makes one call within the rate limit, repeated where that is safe. Gives its answer of 2xx. */
export type CallApi = (call: ChannelCall) => Promise<ApiResponse>;

/**
 * Makes one HTTP call, once. Gives the response if the call was done, else the error; never rejects.
 *
 * @param timeout milliseconds until the call is given up
 * @param onWritten to be called when the call is written to its connection
 */
export type Request = (
	call: ChannelCall,
	timeout: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;
