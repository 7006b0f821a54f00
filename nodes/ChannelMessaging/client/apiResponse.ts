import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The size of the body in bytes after decompression. */
	bytes: number;
	/** The start of the body, for use in error messages. */
	text: string;
	/** The parsed body, or `undefined` if the body isn't a JSON object. */
	json: IDataObject | undefined;
	/** Whether the body is valid JSON, even if it isn't an object. */
	isJson: boolean;
	/** Set if no request was sent because the message was, or may have been, sent earlier. */
	skipped?: true;
	/** Why the body is incomplete or can't be parsed. */
	truncated?: ApiError;
}

/** Ignores case because the service returns both `Success` and `success`. */
export function saysStatus({ json }: ApiResponse, status: 'error' | 'success'): boolean {
	return typeof json?.status === 'string' && json.status.toLowerCase() === status;
}

/** Drops the headers, and the text if the body was parsed, to save memory. */
export function compactResponse(response: ApiResponse): ApiResponse {
	return { ...response, headers: {}, text: response.json === undefined ? response.text : '' };
}
