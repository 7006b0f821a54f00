import type { IDataObject } from 'n8n-workflow';

import { apiErrorText } from './errorMessages';
import { contactIdOf, isRecord } from './model';
import { type ApiResponse, excerpt, saysStatus, withoutEmptyData } from './response';

/** A response with a 2xx status, which proves that the service processed the request. */
interface DoneResponse extends ApiResponse {
	/** The response body, or `undefined` if its format is unexpected. */
	documented: IDataObject | undefined;
	/** The property that is missing if the format of the response is unexpected. */
	missing: 'id' | 'success';
}

/** Accepts any response body, because an error would lead users to resend the message. */
export function sent(response: ApiResponse): DoneResponse {
	const isExpected = response.skipped === true || saysStatus(response, 'success');
	const documented = isExpected && response.json ? withoutEmptyData(response.json) : undefined;
	return { ...response, documented, missing: 'success' };
}

/**
 * Accepts any response body, because an error would lead users to create the contact a second time.
 */
export function created(response: ApiResponse): DoneResponse {
	const data = dataOf(response.json ?? {});
	return {
		...response,
		documented: contactIdOf(data) === undefined ? undefined : data,
		missing: 'id',
	};
}

/** Returns the whole body if the response lacks `data`. */
export function dataOf(body: IDataObject): IDataObject {
	return isRecord(body.data) ? body.data : body;
}

/** @param done a sentence about the completed request, without a period */
export function describeResponse(response: DoneResponse, done: string): IDataObject {
	const { documented, truncated, status, json, text } = response;
	if (documented !== undefined && truncated === undefined) return documented;
	return {
		warning: `${done}. The service returned the status ${String(status)}, but with an unexpected response: ${unexpectedContent(response)}.`,
		answer: json ?? excerpt(text),
	};
}

function unexpectedContent({ truncated, json, text, missing }: DoneResponse): string {
	if (truncated !== undefined) return `it is incomplete (${apiErrorText(truncated).title})`;
	if (json === undefined) return text === '' ? 'it is empty' : 'it is not a JSON object';
	return missing === 'id' ? "it has no 'id'" : "its 'status' is not Success";
}
