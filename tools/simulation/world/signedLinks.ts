import { createHmac } from 'node:crypto';

import type { Tampering } from '../history/questionHistory';

const secret = 'secret of n8n';

function signatureOf({ pathname, search }: URL): string {
	return createHmac('sha256', secret)
		.update(pathname + search)
		.digest('hex');
}

/** Returns a link to a waiting execution, with n8n's signature of its path and query. */
export function signedLink(execution: number, query: Readonly<Record<string, string>>): string {
	const url = new URL(`https://n8n.example.com/webhook-waiting/${String(execution)}/node`);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	url.searchParams.set('signature', signatureOf(url));
	return url.href;
}

export function hasValidSignature(link: string): boolean {
	const url = new URL(link);
	const signature = url.searchParams.get('signature');
	url.searchParams.delete('signature');
	return signature === signatureOf(url);
}

/** Changes the query of a link, and may copy another link's query or signature. */
const changes: Record<Tampering, (query: URLSearchParams, other: URLSearchParams) => void> = {
	none: () => undefined,
	addedParameter: (query) => query.set('utm_source', 'messenger'),
	changedChoice: (query) => query.set('a', query.get('a') === '1' ? '0' : '1'),
	changedQuestion: (query, other) => query.set('q', other.get('q') ?? ''),
	emptySignature: (query) => query.set('signature', ''),
	noSignature: (query) => query.delete('signature'),
	otherSignature: (query, other) => query.set('signature', other.get('signature') ?? ''),
	wrongSignature: (query) => query.set('signature', '0'.repeat(64)),
};

/** Returns a link with a change. */
export function tamperedLink(link: string, tampering: Tampering, other: string): string {
	const url = new URL(link);
	changes[tampering](url.searchParams, new URL(other).searchParams);
	return url.href;
}
