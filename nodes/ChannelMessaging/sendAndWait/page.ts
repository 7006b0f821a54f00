import { createHash } from 'node:crypto';

import type { ResolvedLink } from './webhook';

/** Styles for small screens, in light and dark. `pagePolicy` allows them by their hash. */
const pageStyles = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #f4f5f7; --card: #fff; --line: #8c959f; --button: #0b5cad; --label: #fff; }
@media (prefers-color-scheme: dark) {
	:root { --text: #e6edf3; --quiet: #9da7b3; --page: #0d1117; --card: #161b22; --line: #6e7681; --button: #58a6ff; --label: #0d1117; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 5vh auto 0; padding: 1.5rem; border-radius: 0.75rem; background: var(--card); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
textarea { display: block; width: 100%; min-height: 8rem; margin-bottom: 1.25rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; }
button { width: 100%; min-height: 3rem; padding: 0.75rem 1rem; border: 0; border-radius: 0.5rem; background: var(--button); color: var(--label); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
textarea:focus-visible, button:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
.note { margin: 1rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
`;

/** The response to a browser. */
export interface Page {
	status: number;
	headers: Readonly<Record<string, string>>;
	html: string;
}

const styleHash = createHash('sha256').update(pageStyles).digest('base64');

/** Blocks scripts, external resources, frames, and all styles except `pageStyles`. */
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'`;

const headers = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'`,
	'Content-Type': 'text/html; charset=utf-8',
	// Anyone with the URL can answer, so it must not reach other sites.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
} as const;

type Asked = Extract<ResolvedLink, { kind: 'asked' }>;

/** The pages without a question. */
const notices: Readonly<Record<Exclude<ResolvedLink, Asked>['kind'], Page>> = {
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

/** Returns the page for a visited link. */
export function pageFor(visit: ResolvedLink): Page {
	return visit.kind === 'asked' ? form(visit) : notices[visit.kind];
}

function notice(status: number, title: string, text: string): Page {
	return page(status, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function form({ question: { form: retryAfterMs, message }, choice, isEmpty }: Asked): Page {
	const parts =
		retryAfterMs.kind === 'freeText'
			? [
					...(retryAfterMs.title === '' ? [] : [`<h1>${escapeHtml(retryAfterMs.title)}</h1>`]),
					`<p>${escapeHtml(retryAfterMs.description)}</p>`,
					'<form method="post">',
					'<label for="text">Your answer</label>',
					'<textarea id="text" name="text" required></textarea>',
					`<button>${escapeHtml(retryAfterMs.buttonLabel)}</button>`,
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

/**
 * Returns a complete page. Its HTML repeats the policy, because n8n replaces the header of some
 * responses.
 */
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

/** Returns text that is safe in HTML elements and quoted attributes. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
