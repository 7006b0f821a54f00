import { createHash } from 'node:crypto';

import { pageScript } from './pageScript';
import { pageStyles } from './pageStyles';

function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Allows only the page's own style and script, and blocks frames and external resources. */
export const pagePolicy = `default-src 'none'; style-src ${hashSource(pageStyles)}; script-src ${hashSource(pageScript)}; base-uri 'none'; form-action 'self'`;

export const pageHeaders = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'`,
	'Content-Type': 'text/html; charset=utf-8',
	// Prevents other sites from receiving the URL, because anyone who has the URL can answer.
	// `no-referrer` would be stricter, but it changes the `Origin` of submitted answers to `null`.
	'Referrer-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
} as const;
