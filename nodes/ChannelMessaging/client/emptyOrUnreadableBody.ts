import type { IDataObject } from 'n8n-workflow';

import { ApiError, type Expected } from './apiError';
import { excerpt } from './excerpt';
import type { ApiResponse } from './apiResponse';

/** A write may return an empty body because a 2xx status is enough to confirm success. */
export function bodyOfWrite(response: ApiResponse): IDataObject {
	if (response.json !== undefined) return response.json;
	if (response.text.trim() !== '') throw unreadable(response, 'json').with({ outcome: 'unknown' });
	return {};
}

export function bodyOfRead(response: ApiResponse): IDataObject {
	if (response.json === undefined) throw unreadable(response, 'json');
	return response.json;
}

export function unreadable({ status, text, truncated }: ApiResponse, expected: Expected): ApiError {
	if (truncated !== undefined) return truncated.with({ outcome: 'notDone' });
	const details = { outcome: 'notDone', status, expected, excerpt: excerpt(text) } as const;
	return new ApiError({ reason: 'unreadable', ...details });
}
