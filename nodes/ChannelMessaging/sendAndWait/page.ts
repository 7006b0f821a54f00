import { createHash } from 'node:crypto';

import { inputName } from './formFields';
import { choiceValue, linkNames } from './question';
import type { FieldEntry, ResolvedLink } from './webhook';

/** The texts on the page, in English. Users can change each text. */
export const defaultTexts = {
	language: 'en',
	pageTitle: 'Your answer',
	fieldLabel: 'Your answer',
	buttonNote: 'Your answer is sent when you press a button.',
	optionalMark: '(optional)',
	chooseOption: 'Choose an option',
	rejectedForm: 'Check the marked fields.',
	missingAnswer: 'An answer is required.',
	rejectedDate: 'Enter a date.',
	rejectedEmail: 'Enter an email address.',
	rejectedNumber: 'Enter a number.',
	rejectedOption: 'Choose one of the options.',
	completionTitle: 'Thank you',
	completionMessage: 'Your answer was sent. You can close this page.',
	alreadyAnsweredTitle: 'Already answered',
	alreadyAnsweredMessage: 'This question was answered before. Nothing was changed.',
	closedLinkTitle: 'This link is no longer valid',
	closedLinkMessage:
		'The question was already answered, its time is over, or the link is incomplete.',
	expiredTitle: 'The time is over',
	expiredMessage: 'This question can no longer be answered.',
};

export type PageTexts = Readonly<typeof defaultTexts>;

/** The CSS of the page, with a light and a dark theme. `pagePolicy` allows only these styles. */
const pageStyles = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #f4f5f7; --card: #fff; --line: #8c959f; --button: #0b5cad; --label: #fff; --alert: #b3261e; }
@media (prefers-color-scheme: dark) {
	:root { --text: #e6edf3; --quiet: #9da7b3; --page: #0d1117; --card: #161b22; --line: #6e7681; --button: #58a6ff; --label: #0d1117; --alert: #ff9a92; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 5vh auto 0; padding: 1.5rem; border-radius: 0.75rem; background: var(--card); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.field { min-width: 0; margin: 0 0 1.25rem; padding: 0; border: 0; }
.name { display: block; margin-bottom: 0.375rem; padding: 0; font-weight: 600; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-weight: 400; }
.input { display: block; width: 100%; min-height: 3rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit; }
.input::placeholder { color: var(--quiet); opacity: 1; }
textarea.input { min-height: 8rem; }
select.input { padding-inline: 0.5rem; }
.option { display: flex; gap: 0.75rem; align-items: center; min-height: 2.75rem; overflow-wrap: anywhere; }
.option input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--button); }
.alert { color: var(--alert); font-weight: 600; }
.field .alert { margin: 0.375rem 0 0; }
.invalid .input { border: 2px solid var(--alert); }
button { width: 100%; min-height: 3rem; margin: 0; padding: 0.75rem 1rem; border: 2px solid var(--button); border-radius: 0.5rem; background: var(--button); color: var(--label); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
button + button { margin-top: 0.75rem; background: transparent; color: var(--button); }
.input:focus-visible, .option input:focus-visible, button:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
.note { margin: 1rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
`;

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
	// Prevents the browser from sending the page's URL to other sites, because anyone with the URL
	// can answer the question.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
} as const;

type Asked = Extract<ResolvedLink, { kind: 'asked' }>;

/**
 * The HTTP status of each page without a question, and the names of the texts for its title and its
 * message.
 */
const notices = {
	alreadyAnswered: [409, 'alreadyAnsweredTitle', 'alreadyAnsweredMessage'],
	answered: [200, 'completionTitle', 'completionMessage'],
	closed: [410, 'closedLinkTitle', 'closedLinkMessage'],
	expired: [410, 'expiredTitle', 'expiredMessage'],
} as const;

/** Returns the page for a request to a question's link. */
export function pageFor(link: ResolvedLink): Page {
	if (link.kind === 'asked') return questionPage(link);
	const texts = link.question?.texts ?? defaultTexts;
	const [status, title, message] = notices[link.kind];
	return page(status, texts, texts[title], [
		`<h1>${escapeHtml(texts[title])}</h1>`,
		`<p>${escapeHtml(texts[message])}</p>`,
	]);
}

function questionPage({ question, choices, entries, isInvalid }: Asked): Page {
	const { form, message, texts } = question;
	const content =
		form.kind === 'form'
			? [
					...(form.title === '' ? [] : [`<h1>${escapeHtml(form.title)}</h1>`]),
					`<p>${escapeHtml(form.description)}</p>`,
					...(isInvalid
						? [`<p class="alert" role="alert">${escapeHtml(texts.rejectedForm)}</p>`]
						: []),
					// n8n 2.41 rejects custom forms with another encoding.
					'<form method="post" enctype="multipart/form-data">',
					...entries.map((entry, index) => fieldHtml(entry, index, texts)),
					`<button>${escapeHtml(form.buttonLabel)}</button>`,
					'</form>',
				]
			: [
					`<p>${escapeHtml(message)}</p>`,
					'<form method="post">',
					...choices.map(
						(choice) =>
							`<button name="${linkNames.choice}" value="${choiceValue(choice)}">${escapeHtml(choice.label)}</button>`,
					),
					'</form>',
					`<p class="note">${escapeHtml(texts.buttonNote)}</p>`,
				];
	return page(isInvalid ? 400 : 200, texts, texts.pageTitle, content);
}

/** Returns the HTML of a form field, including its label, its values, and its validation error. */
function fieldHtml(entry: FieldEntry, index: number, texts: PageTexts): string {
	const { field, issue } = entry;
	const name = inputName(index);
	const mark = field.isRequired
		? ''
		: ` <span class="quiet">${escapeHtml(texts.optionalMark)}</span>`;
	const title = escapeHtml(field.label) + mark;
	const isInvalid = issue !== undefined;
	const invalid = isInvalid ? ` aria-invalid="true" aria-describedby="${name}-issue"` : '';
	const className = isInvalid ? 'field invalid' : 'field';
	const alert = isInvalid
		? [`<p class="alert" id="${name}-issue">${escapeHtml(texts[issue])}</p>`]
		: [];
	const content =
		field.type === 'radio' || field.type === 'checkbox'
			? [
					`<fieldset class="${className}">`,
					`<legend class="name">${title}</legend>`,
					...optionsHtml(entry, name, invalid),
					...alert,
					'</fieldset>',
				]
			: [
					`<div class="${className}">`,
					`<label class="name" for="${name}">${title}</label>`,
					controlHtml(entry, name, invalid, texts),
					...alert,
					'</div>',
				];
	return content.join('\n');
}

/** Returns the HTML of radio buttons or checkboxes. */
function optionsHtml({ field, values }: FieldEntry, name: string, invalid: string): string[] {
	// HTML has no way to require that at least one of several checkboxes is selected.
	const required = field.isRequired && field.type === 'radio' ? ' required' : '';
	return field.options.map((option) => {
		const checked = values.includes(option) ? ' checked' : '';
		return `<label class="option"><input type="${field.type}" name="${name}" value="${escapeHtml(option)}"${required}${invalid}${checked}> ${escapeHtml(option)}</label>`;
	});
}

/** Returns the HTML of a form field with a single value. */
function controlHtml(
	{ field, values: [value = ''] }: FieldEntry,
	name: string,
	invalid: string,
	texts: PageTexts,
): string {
	const required = field.isRequired ? ' required' : '';
	const attributes = `class="input" id="${name}" name="${name}"${required}${invalid}`;
	if (field.type === 'dropdown') {
		const options = field.options.map((option) => {
			const selected = option === value ? ' selected' : '';
			return `<option${selected}>${escapeHtml(option)}</option>`;
		});
		const prompt = `<option value="">${escapeHtml(texts.chooseOption)}</option>`;
		return [`<select ${attributes}>`, prompt, ...options, '</select>'].join('\n');
	}
	const hint = field.placeholder === '' ? '' : ` placeholder="${escapeHtml(field.placeholder)}"`;
	if (field.type === 'textarea') {
		// HTML ignores a line break at the start of a `textarea`, so this line break isn't part of the
		// value.
		return `<textarea ${attributes}${hint}>\n${escapeHtml(value)}</textarea>`;
	}
	const step = field.type === 'number' ? ' step="any"' : '';
	return `<input type="${field.type}"${step} ${attributes}${hint} value="${escapeHtml(value)}">`;
}

/**
 * Returns a complete HTML page. Repeats the content security policy in the HTML, because n8n
 * replaces the policy header of some responses.
 */
function page(
	status: number,
	{ language }: PageTexts,
	title: string,
	content: readonly string[],
): Page {
	const html = `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyles}</style>
</head>
<body>
<main dir="auto">
${content.join('\n')}
</main>
</body>
</html>
`;
	return { status, headers, html };
}

/** Escapes text for HTML elements and quoted attributes. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
