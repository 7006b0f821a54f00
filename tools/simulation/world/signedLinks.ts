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

/** Returns a link with a change, and another link's query or signature. */
export function tamperedLink(link: string, tampering: Tampering, other: string): string {
	const url = new URL(link);
	const { searchParams } = url;
	const { searchParams: ofOther } = new URL(other);
	switch (tampering) {
		case 'none':
			break;
		case 'addedParameter':
			searchParams.set('utm_source', 'messenger');
			break;
		case 'changedChoice':
			searchParams.set('a', searchParams.get('a') === '1' ? '0' : '1');
			break;
		case 'changedQuestion':
			searchParams.set('q', ofOther.get('q') ?? '');
			break;
		case 'emptySignature':
			searchParams.set('signature', '');
			break;
		case 'noSignature':
			searchParams.delete('signature');
			break;
		case 'otherSignature':
			searchParams.set('signature', ofOther.get('signature') ?? '');
			break;
		case 'wrongSignature':
			searchParams.set('signature', '0'.repeat(64));
	}
	return url.href;
}
