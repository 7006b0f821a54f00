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

/** How the body differs from what the document shows for every call; undefined if it doesn't. */
export function oddityOf({ truncated, json, text }: ApiResponse): Oddity | undefined {
	if (truncated !== undefined) return { kind: 'truncated', error: truncated };
	if (json !== undefined) return undefined;
	return { kind: text === '' ? 'empty' : 'notJson' };
}
