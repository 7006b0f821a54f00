/**
 * Downloads a file without a session, as a provider does. Returns its `Content-Type` without
 * parameters, and the name in its `Content-Disposition`. Rejects unless the response is 200.
 */
export async function downloadFile(url: string) {
	const response = await fetch(url);
	if (response.status !== 200) throw new Error(`${url} responded with ${String(response.status)}`);
	const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
	const disposition = response.headers.get('content-disposition') ?? '';
	const [, name = ''] = /filename="([^"]*)"/.exec(disposition) ?? [];
	return {
		type,
		name: decodeURIComponent(name),
		bytes: Buffer.from(await response.arrayBuffer()),
	};
}

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Returns whether a URL leads to this machine. The service sends no requests to other hosts. */
export function isOnThisMachine(url: string): boolean {
	return URL.canParse(url) && loopbackHosts.has(new URL(url).hostname);
}
