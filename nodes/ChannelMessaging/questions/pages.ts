import { createHash } from 'node:crypto';

import { pageStyles } from './pageStyles';
import type { Visit } from './visit';

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

type Asked = Extract<Visit, { kind: 'asked' }>;

/** What is shown where nothing is asked. */
const notices: Readonly<Record<Exclude<Visit, Asked>['kind'], Page>> = {
	alreadyAnswered: notice(
		409,
		'Already answered',
		'This question was answered before. Nothing was changed.',
	),
	answered: notice(200, 'Thank you', 'Your answer was sent. You can close this page.'),
	closed: notice(
		410,
		'This link is no longer valid',
		'The question was already answered, its time is over, or the link is incomplete.',
	),
	expired: notice(410, 'The time is over', 'This question can no longer be answered.'),
};

/** The page for a visit. */
export function pageFor(visit: Visit): Page {
	return visit.kind === 'asked' ? form(visit) : notices[visit.kind];
}

function notice(status: number, title: string, text: string): Page {
	return page(status, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function form({ question: { form: asked, message }, choice, isEmpty }: Asked): Page {
	const parts =
		asked.kind === 'freeText'
			? [
					...(asked.title === '' ? [] : [`<h1>${escapeHtml(asked.title)}</h1>`]),
					`<p>${escapeHtml(asked.description)}</p>`,
					'<form method="post">',
					'<label for="text">Your answer</label>',
					'<textarea id="text" name="text" required></textarea>',
					`<button>${escapeHtml(asked.buttonLabel)}</button>`,
					'</form>',
					...(isEmpty ? ['<p class="note">Write an answer first.</p>'] : []),
				]
			: [
					`<p>${escapeHtml(message)}</p>`,
					'<form method="post">',
					`<button>${escapeHtml(choice?.label ?? '')}</button>`,
					'</form>',
					'<p class="note">Your answer is sent when you press the button.</p>',
				];
	return page(isEmpty ? 400 : 200, 'Your answer', parts.join('\n'));
}

/** A whole page with its policy, as n8n puts another one over the header of some answers. */
function page(status: number, title: string, content: string): Page {
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
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
