import { createHash } from 'node:crypto';

import { deadlineOf } from './deadline';
import type { FieldEntry } from './fieldEntry';
import { inputName, maxLengthOf } from './formField';
import type { ResolvedLink } from './link';
import { pageScript } from './pageScript';
import { pageStyles } from './pageStyles';
import { defaultTexts, type PageTexts } from './pageTexts';
import { choiceValue, linkNames } from './question';
import { textDirection } from './textDirection';

export interface Page {
	status: number;
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** Returns the hash of an inline style or script for a content security policy. */
function hashOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Blocks external resources, frames, and all styles and scripts except those of the page. */
const pagePolicy = `default-src 'none'; style-src ${hashOf(pageStyles)}; script-src ${hashOf(pageScript)}; base-uri 'none'; form-action 'self'`;

const headers = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'`,
	'Content-Type': 'text/html; charset=utf-8',
	// Prevents the browser from sending the page's URL to other sites, because anyone with the URL
	// can answer the question. With `no-referrer`, answers would have the header `Origin: null`.
	'Referrer-Policy': 'same-origin',
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
		element('h1', texts[title]),
		element('p', texts[message]),
	]);
}

function questionPage({ question, choices, entries, isInvalid }: Asked): Page {
	const { form, message, texts } = question;
	// Screen readers need a heading.
	const hiddenTitle = element('h1', texts.pageTitle, 'class="hidden"');
	const deadline = deadlineOf(question);
	const deadlineNote =
		deadline === undefined ? [] : [element('p', `${texts.deadline} ${deadline}`, 'class="quiet"')];
	const firstInvalid = entries.findIndex(({ issue }) => issue !== undefined);
	const content =
		form.kind === 'form'
			? [
					form.title === '' ? hiddenTitle : element('h1', form.title),
					element('p', form.description),
					...deadlineNote,
					...(isInvalid ? [element('p', texts.rejectedForm, 'class="alert" role="alert"')] : []),
					// n8n 2.41 rejects custom forms with another encoding.
					'<form method="post" enctype="multipart/form-data">',
					...entries.map((entry, index) =>
						fieldHtml(entry, index, texts, index === firstInvalid ? ' autofocus' : ''),
					),
					element('button', form.buttonLabel),
					'</form>',
				]
			: [
					hiddenTitle,
					element('p', message),
					...deadlineNote,
					'<form method="post">',
					...choices.map((choice) =>
						element(
							'button',
							choice.label,
							`name="${linkNames.choice}" value="${choiceValue(choice)}"`,
						),
					),
					'</form>',
					element('p', texts.buttonNote, 'class="note"'),
				];
	const script = `<script>${pageScript}</script>`;
	return page(isInvalid ? 400 : 200, texts, texts.pageTitle, [...content, script]);
}

/**
 * Returns the HTML of a form field, including its label, its values, and its validation error.
 *
 * @param autofocus the attribute that moves the focus to the field, or an empty string
 */
function fieldHtml(entry: FieldEntry, index: number, texts: PageTexts, autofocus: string): string {
	const { field, issue } = entry;
	const name = inputName(index);
	const mark = field.isRequired
		? ''
		: ` <span class="quiet">${escapeHtml(texts.optionalMark)}</span>`;
	const title = escapeHtml(field.label) + mark;
	const isInvalid = issue !== undefined;
	const description = isInvalid ? ` aria-describedby="${name}-issue"` : '';
	const invalid = isInvalid ? ' aria-invalid="true"' : '';
	const className = isInvalid ? 'field invalid' : 'field';
	const alert = isInvalid ? [element('p', texts[issue], `class="alert" id="${name}-issue"`)] : [];
	if (field.type === 'radio' || field.type === 'checkbox') {
		// The role `radio` doesn't support `aria-invalid`, but its group does.
		const group = field.type === 'radio' ? ` role="radiogroup"${invalid}` : '';
		return [
			`<fieldset class="${className}"${group}${description}>`,
			`<legend class="name" dir="auto">${title}</legend>`,
			...optionsHtml(entry, name, autofocus),
			...alert,
			'</fieldset>',
		].join('\n');
	}
	return [
		`<div class="${className}">`,
		`<label class="name" for="${name}" dir="auto">${title}</label>`,
		controlHtml(entry, name, invalid + description + autofocus, texts),
		...alert,
		'</div>',
	].join('\n');
}

/** Returns the HTML of radio buttons or checkboxes. */
function optionsHtml(
	{ field, values, issue }: FieldEntry,
	name: string,
	autofocus: string,
): string[] {
	// HTML has no way to require that at least one of several checkboxes is selected.
	const required = field.isRequired && field.type === 'radio' ? ' required' : '';
	const invalid = issue !== undefined && field.type === 'checkbox' ? ' aria-invalid="true"' : '';
	const selected = new Set(values);
	return field.options.map((option, index) => {
		const checked = selected.has(option) ? ' checked' : '';
		const attributes = required + invalid + checked + (index === 0 ? autofocus : '');
		return `<label class="option"><input type="${field.type}" name="${name}" value="${escapeHtml(option)}"${attributes}> ${element('span', option)}</label>`;
	});
}

/**
 * Returns the HTML of a form field with a single value.
 *
 * @param state the attributes for the field's validation error
 */
function controlHtml(
	{ field, values: [value = ''] }: FieldEntry,
	name: string,
	state: string,
	texts: PageTexts,
): string {
	const required = field.isRequired ? ' required' : '';
	const attributes = `class="input" id="${name}" name="${name}"${required}${state}`;
	if (field.type === 'dropdown') {
		const options = field.options.map((option) => {
			const selected = option === value ? ' selected' : '';
			return `<option${selected}>${escapeHtml(option)}</option>`;
		});
		const prompt = `<option value="">${escapeHtml(texts.chooseOption)}</option>`;
		return [`<select ${attributes}>`, prompt, ...options, '</select>'].join('\n');
	}
	const hint = field.placeholder === '' ? '' : ` placeholder="${escapeHtml(field.placeholder)}"`;
	// The direction follows the entered text. Other inputs have the direction of the page.
	const text = ` dir="auto" maxlength="${String(maxLengthOf(field.type))}"`;
	if (field.type === 'textarea') {
		// HTML ignores a line break at the start of a `textarea`, so this line break isn't part of the
		// value.
		return `<textarea ${attributes}${hint}${text}>\n${escapeHtml(value)}</textarea>`;
	}
	const step = field.type === 'number' ? ' step="any"' : '';
	const ofType = field.type === 'number' || field.type === 'date' ? step : text;
	return `<input type="${field.type}" ${attributes}${hint}${ofType} value="${escapeHtml(value)}">`;
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
<html lang="${escapeHtml(language)}" dir="${textDirection(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyles}</style>
</head>
<body>
<main>
${content.join('\n')}
</main>
</body>
</html>
`;
	return { status, headers, html };
}

/** Returns an element whose direction follows its text, which can be in any language. */
function element(name: string, text: string, attributes?: string): string {
	const all = attributes === undefined ? 'dir="auto"' : `${attributes} dir="auto"`;
	return `<${name} ${all}>${escapeHtml(text)}</${name}>`;
}

/** Escapes text for HTML elements and quoted attributes. */
function escapeHtml(text: string): string {
	return text
		.replaceAll('&', '&#38;')
		.replaceAll('<', '&#60;')
		.replaceAll('>', '&#62;')
		.replaceAll('"', '&#34;')
		.replaceAll("'", '&#39;');
}
