import { createHash } from 'node:crypto';

import { pageStyles } from './pageStyles';

/** A page as it goes to a browser. */
export interface Page {
	status: number;
	headers: Readonly<Record<string, string>>;
	html: string;
}

const styleHash = createHash('sha256').update(pageStyles).digest('base64');

/** No scripts, nothing from elsewhere, no other styles than the page's own, no foreign frame. */
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'`;

const headers = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'`,
	'Content-Type': 'text/html; charset=utf-8',
	// The address is the key to the answer: it stays between the contact and n8n.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** A whole page with its policy, as n8n puts another one over the header of some answers. */
export function page(status: number, title: string, content: string): Page {
	const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyles}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
	return { status, headers, html };
}

/** A text as HTML shows it, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
