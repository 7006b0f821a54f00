import { Agent } from 'node:http';
import axios, { type AxiosInstance, type Method } from 'axios';
import { z } from 'zod';
import { until } from './until';

/** n8n answered, but not with what was asked for. */
export class N8nRefusal extends Error {
	constructor(
		request: string,
		readonly status: number,
		answer: unknown,
	) {
		super(`${request}: n8n answered ${String(status)} ${JSON.stringify(answer)}`);
	}
}

const envelope = z.object({ data: z.unknown() });
const busyPatience = 60_000;

/** One browser's conversation with n8n's REST interface: its cookie and its browser id. */
export class Session {
	private readonly http: AxiosInstance;
	private cookie = '';

	constructor(url: string) {
		this.http = axios.create({
			baseURL: url,
			// A connection that is kept may be closed by n8n just when the next call takes it.
			httpAgent: new Agent({ keepAlive: false }),
			// n8n binds the cookie to the browser id that signed in with it.
			headers: { 'browser-id': 'a-browser-of-the-tests' },
			maxBodyLength: Infinity,
			maxContentLength: Infinity,
			proxy: false,
			validateStatus: () => true,
		});
	}

	/** Calls the REST interface, and answers what n8n put into the envelope. */
	async call(method: Method, path: string, body?: unknown): Promise<unknown> {
		const answer = await this.send(method, `/rest${path}`, body);
		return envelope.parse(answer).data;
	}

	/** Fetches a file that n8n serves to whoever is signed in. */
	async file(path: string): Promise<unknown> {
		return await this.send('GET', path);
	}

	private async send(method: Method, url: string, body?: unknown): Promise<unknown> {
		const waitingFor = `n8n to be free for ${method} ${url}`;
		return await until({ within: busyPatience, waitingFor }, async () => {
			const response = await this.http.request<unknown>({
				method,
				url,
				data: body,
				headers: { cookie: this.cookie },
			});
			// An n8n whose event loop is blocked says so before it has looked at the request.
			if (response.status === 503) return undefined;
			this.remember(response.headers['set-cookie']);
			if (response.status >= 400) {
				throw new N8nRefusal(`${method} ${url}`, response.status, response.data);
			}
			return response.data;
		});
	}

	private remember(cookies: readonly string[] | undefined): void {
		const cookie = cookies?.find((candidate) => candidate.startsWith('n8n-auth='));
		if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
	}
}
