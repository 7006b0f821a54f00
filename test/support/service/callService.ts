import type { Service } from './startService';

export interface Answer {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly text: string;
	/** The parsed body; undefined where it isn't JSON. */
	readonly json: unknown;
}

export interface Call {
	readonly method?: string;
	/** A string goes out as it is, anything else as JSON. */
	readonly body?: unknown;
	/** Beside, or instead of, the token and the content type of JSON. */
	readonly headers?: Record<string, string>;
}

/** Calls the service as a test wants to, wrong or right; rejects where the connection is lost. */
export async function callService(
	{ url, token }: Pick<Service, 'url' | 'token'>,
	path: string,
	{ method = 'GET', body, headers }: Call = {},
): Promise<Answer> {
	const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
	const answer = await fetch(`${url}${path}`, {
		method,
		redirect: 'manual',
		headers: {
			authorization: `Bearer ${token}`,
			...(text !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		...(text !== undefined && { body: text }),
	});
	const received = await answer.text();
	return {
		status: answer.status,
		headers: Object.fromEntries(answer.headers),
		text: received,
		json: parsed(received),
	};
}

/** Sends a text message, as most tests do. */
export async function sendText(
	service: Pick<Service, 'url' | 'token'>,
	contactId: string,
	text = 'Hello',
): Promise<Answer> {
	return await callService(service, `/v1/message/sendContent/${encodeURIComponent(contactId)}`, {
		method: 'POST',
		body: { body: [{ type: 'text', text }] },
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
