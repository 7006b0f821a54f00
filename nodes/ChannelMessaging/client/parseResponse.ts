import type { IDataObject } from 'n8n-workflow';

import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { ApiResponse } from './apiResponse';
import { beginningOf } from './excerpt';
import { isRecord } from './isRecord';
import { quoteLargeIds } from './quoteLargeIds';
import { maxCharactersAtOnce, tooLarge } from './readBody';
import { mayContainToken, redactTokenInJson } from './redactToken';
import type { BodyLimits } from './responseLimits';
import { scanJson } from './scanJson';

type Received = Omit<ApiResponse, 'isJson' | 'json'>;

/** Parses a small response in one step. */
export function parseResponse(response: Received, token = ''): ApiResponse {
	const { text } = response;
	const isComplete = response.truncated?.reason !== 'responseTooLarge';
	return withBody(response, token, isComplete ? parsed(text, token) : undefined);
}

/** Parses large bodies in time slices. Doesn't parse a body that has too many levels or values. */
export async function parseLargeResponse(
	response: Received,
	limits: BodyLimits,
	token: string,
): Promise<ApiResponse> {
	const { text, truncated } = response;
	const slice = sharedTimeSlicer.slice();
	const isLarge = text.length > maxCharactersAtOnce;
	if (isLarge) await slice.next();
	const { parts, exceeded } = await scanJson(text, limits, slice);
	if (exceeded !== undefined) {
		return parseResponse({ truncated: tooLarge(exceeded), ...response }, token);
	}
	if (isLarge) await slice.next();
	const [first] = parts;
	const last = parts.at(-1);
	if (truncated !== undefined || first === undefined || last === undefined) {
		return parseResponse(response, token);
	}
	const body = parsed(`${text.slice(0, first.start)}${partsMark}${text.slice(last.end)}`, token);
	if (body === undefined || !isRecord(body.value) || !isMarked(body.value)) {
		return withBody(response, token, undefined);
	}
	const contacts: unknown[] = [];
	for (const { start, end } of parts) {
		await slice.next();
		const part = text.slice(start, end);
		const data = part.trim() === '' ? undefined : parsed(`{"data":[${part}]}`, token)?.value;
		if (!isRecord(data) || !Array.isArray(data.data)) return withBody(response, token, undefined);
		for (const contact of data.data) contacts.push(contact);
	}
	body.value.data = contacts;
	return withBody(response, token, body);
}

/** Placeholder for contacts that are parsed separately. */
const partsMark = '"(parts)"';

/**
 * Returns `false` if the JSON contains a second `data` property, which replaced the placeholder.
 */
function isMarked({ data }: IDataObject): boolean {
	return Array.isArray(data) && data.length === 1 && JSON.stringify(data[0]) === partsMark;
}

/** Returns `undefined` if the text isn't JSON. Redacts the token in objects. */
function parsed(text: string, token: string): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(quoteLargeIds(text));
		if (isRecord(value) && mayContainToken(text, token)) redactTokenInJson(value, token);
		return { value };
	} catch {
		return undefined;
	}
}

function withBody(
	response: Received,
	token: string,
	body: { value: unknown } | undefined,
): ApiResponse {
	return {
		...response,
		text: beginningOf(response, token),
		isJson: body !== undefined,
		json: isRecord(body?.value) ? body.value : undefined,
	};
}
