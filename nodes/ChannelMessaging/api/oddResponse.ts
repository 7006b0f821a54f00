import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import { type ApiResponse, excerpt } from './response';

/** How a response differs from what the document shows. */
export type Oddity =
	| { kind: 'empty' | 'noId' | 'noSuccess' | 'notJson' }
	| { kind: 'truncated'; error: ApiError };

/** A response of 2xx to a call that was done for certain, although it isn't what was expected. */
export class OddResponse {
	readonly status: number;

	/** As much of the body as can be shown. */
	readonly body: IDataObject | string;

	constructor(
		response: ApiResponse,
		readonly oddity: Oddity,
	) {
		this.status = response.status;
		this.body = response.json ?? excerpt(response.text);
	}
}

/**
 * What was answered with 2xx has been done, whatever the body looks like: calling it an error would
 * make people do it again.
 *
 * @param usual what the body gives, where it is as expected
 * @param missing what the body lacks otherwise
 */
export function orOdd(
	response: ApiResponse,
	usual: IDataObject | undefined,
	missing: 'noId' | 'noSuccess',
): IDataObject | OddResponse {
	const { truncated, json, text } = response;
	if (truncated !== undefined) {
		return new OddResponse(response, { kind: 'truncated', error: truncated });
	}
	if (json !== undefined) return usual ?? new OddResponse(response, { kind: missing });
	return new OddResponse(response, { kind: text === '' ? 'empty' : 'notJson' });
}
