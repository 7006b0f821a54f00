import type { Service } from './startService';

interface FetchedResponse {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly text: string;
}

/** Sends a request with the token, and a body as JSON. */
export async function fetchApi(
	{ url, token }: Pick<Service, 'url' | 'token'>,
	path: string,
	{ method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<FetchedResponse> {
	const headers = { authorization: `Bearer ${token}` };
	const response = await fetch(`${url}${path}`, {
		method,
		...(body === undefined
			? { headers }
			: {
					headers: { ...headers, 'content-type': 'application/json' },
					body: JSON.stringify(body),
				}),
	});
	return {
		status: response.status,
		headers: Object.fromEntries(response.headers),
		text: await response.text(),
	};
}
