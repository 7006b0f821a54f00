import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { Service } from './startService';

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
	/** The parsed body; undefined where it isn't JSON. */
	json: unknown;
}

export interface Call {
	method?: string;
	/** A string goes out as it is, anything else as JSON. */
	body?: unknown;
	/** Replace those of an ordinary call, which are the token and the content type of JSON. */
	headers?: Record<string, string>;
}

/** Calls the service as a test wants to, wrong or right; rejects where the connection is lost. */
export async function callService(
	service: Pick<Service, 'url' | 'token'>,
	path: string,
	{ method = 'GET', body, headers }: Call = {},
): Promise<Answer> {
	const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
	const agent = new Agent({ keepAlive: false });
	return await new Promise<Answer>((resolve, reject) => {
		const request = httpRequest(`${service.url}${path}`, {
			method,
			agent,
			headers: {
				...(headers ?? { authorization: `Bearer ${service.token}` }),
				...(text !== undefined && {
					'content-type': headers?.['content-type'] ?? 'application/json',
					'content-length': Buffer.byteLength(text),
				}),
			},
		});
		request.on('error', reject);
		request.on('response', (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () => {
				const received = Buffer.concat(chunks).toString('utf8');
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					text: received,
					json: parsed(received),
				});
			});
		});
		request.end(text);
	});
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
