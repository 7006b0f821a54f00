import { deadlineText } from './deadlineText';
import { fieldHtml } from './fieldHtml';
import { element, escapeHtml } from './escapedHtml';
import { type ResolvedPageLink, withoutLongTexts } from './resolvePageLink';
import { pageScript } from './pageScript';
import { pageStyles } from './pageStyles';
import { defaultTexts, type PageTexts } from './pageTexts';
import { choiceValue, linkNames } from './question';
import { maxPageBytes } from './questionSizeLimits';
import { textDirection } from './textDirection';
import { LocalizedNumbers } from './localizedNumbers';
import { pageHeaders, pagePolicy } from './pageHeaders';

export interface Page {
	status: number;
	headers: Readonly<Record<string, string>>;
	html: string;
}

type Asked = Extract<ResolvedPageLink, { kind: 'asked' }>;

/** The status, title, and message of pages without a question. */
const notices = {
	alreadyAnswered: [409, 'alreadyAnsweredTitle', 'alreadyAnsweredMessage'],
	answered: [200, 'completionTitle', 'completionMessage'],
	closed: [410, 'closedLinkTitle', 'closedLinkMessage'],
	expired: [410, 'expiredTitle', 'expiredMessage'],
} as const;

export function pageFor(link: ResolvedPageLink): Page {
	if (link.kind === 'asked') return questionPage(link);
	const texts = link.question?.texts ?? defaultTexts;
	const [status, title, message] = notices[link.kind];
	const { entered, unsent } = { entered: [], ...link };
	return page(status, texts, texts[title], [
		element('h1', texts[title]),
		element('p', texts[message]),
		...entered.flatMap(({ label, text }) => [
			element('p', label, 'class="name"'),
			element('p', text),
		]),
		...(link.kind === 'answered' || unsent.length === 0
			? []
			: [
					element('p', texts.unsentAnswer, 'class="name"'),
					...unsent.map((text) => element('p', text)),
				]),
	]);
}

function questionPage(asked: Asked): Page {
	const withAll = formPage(asked);
	// Long rejected answers are shown again only if the page doesn't become too large.
	return Buffer.byteLength(withAll.html) <= maxPageBytes
		? withAll
		: formPage({ ...asked, entries: withoutLongTexts(asked.entries) });
}

function formPage({ question, choices, entries, isInvalid, remainingMs }: Asked): Page {
	const { form, message, texts } = question;
	// Screen readers need a heading, even if it is not visible.
	const hiddenTitle = element('h1', texts.pageTitle, 'class="hidden"');
	const deadline = deadlineText(question);
	const deadlineNote =
		deadline === undefined ? [] : [element('p', `${texts.deadline} ${deadline}`, 'class="quiet"')];
	const remaining = remainingMs === undefined ? '' : ` data-remaining-ms="${String(remainingMs)}"`;
	const expired = element(
		'p',
		`${texts.expiredTitle}. ${texts.expiredMessage}`,
		'id="expired" class="alert" role="alert" hidden',
	);
	const numbers = new LocalizedNumbers(texts.language);
	const firstInvalid = entries.findIndex(({ issue }) => issue !== undefined);
	const content =
		form.kind === 'form'
			? [
					form.title === '' ? hiddenTitle : element('h1', form.title),
					element('p', form.description),
					...deadlineNote,
					...(isInvalid ? [element('p', texts.rejectedForm, 'class="alert" role="alert"')] : []),
					// n8n 2.41 accepts only this encoding for custom forms.
					`<form method="post" enctype="multipart/form-data" data-too-long="${escapeHtml(texts.rejectedLength)}"${remaining}>`,
					...entries.map((entry, index) =>
						fieldHtml(entry, index, texts, numbers, index === firstInvalid ? ' autofocus' : ''),
					),
					...(remaining === '' ? [] : [expired]),
					element('button', form.buttonLabel),
					'</form>',
				]
			: [
					hiddenTitle,
					element('p', message),
					...deadlineNote,
					`<form method="post"${remaining}>`,
					...choices.map((choice) =>
						element(
							'button',
							choice.label,
							`name="${linkNames.choice}" value="${choiceValue(choice)}"`,
						),
					),
					'</form>',
					...(remaining === '' ? [] : [expired]),
					element('p', texts.buttonNote, 'class="note"'),
				];
	const script = `<script>${pageScript}</script>`;
	return page(isInvalid ? 400 : 200, texts, texts.pageTitle, [...content, script]);
}

/**
 * Returns a page. The HTML also contains the content security policy, because n8n replaces the
 * header in some responses.
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
	return { status, headers: pageHeaders, html };
}
