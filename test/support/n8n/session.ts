import { Agent } from 'node:http';
import axios, { type AxiosRequestConfig, type AxiosResponse, type Method } from 'axios';
import { z } from 'zod';
import { waitFor } from './waitFor';

/** An HTTP error of n8n. */
export class N8nHttpError extends Error {
	constructor(
		request: string,
		readonly status: number,
		body: unknown,
	) {
		super(`${request}: n8n responded with ${String(status)} ${JSON.stringify(body)}`);
	}
}

const requestLine = ({ method = 'GET', url = '' }: AxiosRequestConfig) => `${method} ${url}`;

/**
 * Sends a request to n8n and returns the response, even if its status is an error. Only a 503 is
 * retried, with which n8n rejects requests before handling them if its event loop was blocked.
 */
export async function requestN8n<Body = unknown>(
	config: AxiosRequestConfig,
): Promise<AxiosResponse<Body>> {
	return await waitFor(`n8n to accept ${requestLine(config)}`, async () => {
		const response = await axios.request<Body>({
			// n8n could close an idle connection just when the next request reuses it.
			httpAgent: new Agent({ keepAlive: false }),
			maxBodyLength: Infinity,
			maxContentLength: Infinity,
			proxy: false,
			validateStatus: () => true,
			...config,
		});
		return response.status !== 503 && response;
	});
}

/** Sends a request to n8n. Throws `N8nHttpError` if the response isn't successful. */
export async function requestN8nSuccessfully<Body = unknown>(
	config: AxiosRequestConfig,
): Promise<AxiosResponse<Body>> {
	const response = await requestN8n<Body>(config);
	if (response.status >= 400) {
		throw new N8nHttpError(requestLine(config), response.status, response.data);
	}
	return response;
}

const envelope = z.object({ data: z.unknown() });

/** A signed-in browser session with n8n's REST API. */
export class Session {
	private cookie = '';

	constructor(private readonly url: string) {}

	/** Sends a request to the REST API and returns the `data` of the response. */
	async request(method: Method, path: string, body?: unknown): Promise<unknown> {
		return envelope.parse(await this.send(method, `/rest${path}`, body)).data;
	}

	async send(method: Method, path: string, body?: unknown): Promise<unknown> {
		const { data, headers } = await requestN8nSuccessfully({
			method,
			baseURL: this.url,
			url: path,
			data: body,
			// n8n binds the cookie to the browser ID.
			headers: { cookie: this.cookie, 'browser-id': 'test-browser' },
		});
		this.storeCookie(headers['set-cookie']);
		return data;
	}

	private storeCookie(cookies: readonly string[] | undefined): void {
		const cookie = cookies?.find((candidate) => candidate.startsWith('n8n-auth='));
		if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
	}
}

/**
 * Posts to the webhook of a published workflow. Repeats requests that n8n rejects before it handles
 * them, but not those to which the workflow responds with 404 or 503. n8n can respond to the
 * publication before it has registered the webhook.
 */
export async function postToWebhook(
	url: string,
	path: string,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
) {
	return await waitFor(`n8n to accept a request to ${path}`, async () => {
		const response = await fetch(`${url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		const isRejected = /not registered|Database is not ready/.test(text);
		return !isRejected && { status: response.status, body: text };
	});
}
