import type { Service } from './startService';

export interface FetchedResponse {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly text: string;
	/** The parsed body, or `undefined` if it isn't JSON. */
	readonly json: unknown;
}

interface FetchOptions {
	readonly method?: string;
	/** A string is sent as is, anything else as JSON. */
	readonly body?: unknown;
	/** Overrides the default headers: the token and the content type of JSON. */
	readonly headers?: Record<string, string>;
}

/** Sends any request, valid or not. Rejects if the connection is lost. */
export async function fetchApi(
	{ url, token }: Pick<Service, 'url' | 'token'>,
	path: string,
	{ method = 'GET', body, headers }: FetchOptions = {},
): Promise<FetchedResponse> {
	const requestBody = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
	const response = await fetch(`${url}${path}`, {
		method,
		redirect: 'manual',
		headers: {
			authorization: `Bearer ${token}`,
			...(requestBody !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		...(requestBody !== undefined && { body: requestBody }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: Object.fromEntries(response.headers),
		text,
		json: parseJson(text),
	};
}

/** Sends a text message. */
export async function sendText(
	service: Pick<Service, 'url' | 'token'>,
	contactId: string,
	text = 'Hello',
): Promise<FetchedResponse> {
	return await fetchApi(service, `/v1/message/sendContent/${encodeURIComponent(contactId)}`, {
		method: 'POST',
		body: { body: [{ type: 'text', text }] },
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
