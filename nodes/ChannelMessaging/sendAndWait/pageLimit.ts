import { ParameterError } from '../parameters/parameterError';
import { type EntryIssue, type FieldEntry, issues } from './fieldEntry';
import { type FormField, maxLengthOf } from './formField';
import { type Page, pageFor } from './page';
import type { Question } from './question';

/**
 * Limits the memory and CPU time that a page needs, because anyone with a link can request its
 * page.
 */
const maxPageBytes = 1_000_000;

export function pageLimitError(question: Question): ParameterError | undefined {
	// The question is checked before the page is rendered, because rendering a huge form would block
	// n8n.
	const texts = JSON.stringify(question);
	const isTooLarge = (text: string) => Buffer.byteLength(text) > maxPageBytes;
	if (!isTooLarge(texts) && !isTooLarge(largestPage(question).html)) return undefined;
	return new ParameterError(
		'The page of the question is larger than 1 MB if the contact enters long answers',
		'Shorten the texts, or ask for less: remove fields or options, or use text inputs instead of text areas.',
	);
}

/** Renders the largest possible page, on which all fields contain long, rejected answers. */
function largestPage(question: Question): Page {
	const { form, texts } = question;
	const issue = issues.reduce((longest, other) =>
		texts[other].length > texts[longest].length ? other : longest,
	);
	return pageFor({
		kind: 'asked',
		question: { ...question, id: '', until: 0, output: {} },
		choices: form.kind === 'approval' ? form.choices : [],
		entries: form.kind === 'form' ? form.fields.map((field) => largestEntry(field, issue)) : [],
		isInvalid: true,
	});
}

function largestEntry(field: FormField, issue: EntryIssue): FieldEntry {
	// In HTML, no character needs more bytes than an escaped ampersand.
	const longest = '&'.repeat(maxLengthOf(field.type));
	return { field, values: field.options.length === 0 ? [longest] : field.options, issue };
}
