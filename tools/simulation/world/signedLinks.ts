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

type QueryChange = readonly [name?: string, value?: string];

/** Returns the parameter to change, and its new value unless it is removed. */
const changes: Record<Tampering, (own: URLSearchParams, other: URLSearchParams) => QueryChange> = {
	none: () => [],
	addedParameter: () => ['utm_source', 'messenger'],
	changedChoice: (own) => ['a', own.get('a') === '1' ? '0' : '1'],
	changedQuestion: (_, other) => ['q', other.get('q') ?? ''],
	emptySignature: () => ['signature', ''],
	noSignature: () => ['signature'],
	otherSignature: (_, other) => ['signature', other.get('signature') ?? ''],
	wrongSignature: () => ['signature', '0'.repeat(64)],
};

/** Returns a link with a change, such as another link's query or signature. */
export function tamperedLink(link: string, tampering: Tampering, other: string): string {
	const url = new URL(link);
	const [name = '', value] = changes[tampering](url.searchParams, new URL(other).searchParams);
	if (value === undefined) url.searchParams.delete(name);
	else url.searchParams.set(name, value);
	return url.href;
}
