import { Agent } from 'node:http';
import axios, { type AxiosInstance, type Method } from 'axios';
import { z } from 'zod';
import { waitFor } from './waitFor';

/** An HTTP error of n8n's REST API. */
export class N8nHttpError extends Error {
	constructor(
		request: string,
		readonly status: number,
		body: unknown,
	) {
		super(`${request}: n8n responded with ${String(status)} ${JSON.stringify(body)}`);
	}
}

const envelope = z.object({ data: z.unknown() });

/** A signed-in browser session with n8n's REST API. */
export class Session {
	private readonly http: AxiosInstance;
	private cookie = '';

	constructor(url: string) {
		this.http = axios.create({
			baseURL: url,
			// n8n could close a kept connection at the moment of the next request.
			httpAgent: new Agent({ keepAlive: false }),
			// n8n binds the cookie to the browser ID.
			headers: { 'browser-id': 'test-browser' },
			maxBodyLength: Infinity,
			maxContentLength: Infinity,
			proxy: false,
			validateStatus: () => true,
		});
	}

	/** Sends a request to the REST API and returns the `data` of the response. */
	async request(method: Method, path: string, body?: unknown): Promise<unknown> {
		return envelope.parse(await this.send(method, `/rest${path}`, body)).data;
	}

	/** Downloads a file that n8n serves to signed-in users. */
	async download(path: string): Promise<unknown> {
		return await this.send('GET', path);
	}

	private async send(method: Method, url: string, body?: unknown): Promise<unknown> {
		const response = await waitFor(`n8n to accept ${method} ${url}`, async () => {
			const { data, headers, status } = await this.http.request<unknown>({
				method,
				url,
				data: body,
				headers: { cookie: this.cookie },
			});
			// n8n rejects requests with 503 while its event loop is blocked.
			return status !== 503 && { data, headers, status };
		});
		this.storeCookie(response.headers['set-cookie']);
		if (response.status >= 400) {
			throw new N8nHttpError(`${method} ${url}`, response.status, response.data);
		}
		return response.data;
	}

	private storeCookie(cookies: readonly string[] | undefined): void {
		const cookie = cookies?.find((candidate) => candidate.startsWith('n8n-auth='));
		if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
	}
}

/** The response of a webhook. */
export interface WebhookResponse {
	readonly status: number;
	readonly body: unknown;
}

/**
 * Posts to the webhook of a published workflow. n8n can respond to the publication before it has
 * registered the webhook: until then it responds with 404 and starts no execution.
 */
export async function postToWebhook(
	url: string,
	path: string,
	body: unknown,
): Promise<WebhookResponse> {
	const timeoutMs = 5_000;
	return await waitFor(
		`n8n to register the webhook ${path}`,
		async () => {
			const { status, data } = await axios.post<unknown>(`${url}/webhook/${path}`, body, {
				proxy: false,
				validateStatus: () => true,
			});
			const isUnregistered = status === 404 && JSON.stringify(data).includes('not registered');
			return !isUnregistered && { status, body: data };
		},
		timeoutMs,
	);
}
