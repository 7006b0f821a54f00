import { ParameterError } from '../parameters/parameter';
import { type EntryIssue, type FieldEntry, issues } from './fieldEntry';
import { type FormField, maxLengthOf } from './formField';
import { type Page, pageFor } from './page';
import type { Question } from './question';

/** Anyone with a link can request pages, so a page must not take n8n's time or memory. */
const maxPageBytes = 1_000_000;

export function pageLimitError(question: Question): ParameterError | undefined {
	// Checks the texts first, because rendering a huge form would block n8n.
	const texts = JSON.stringify(question);
	const isTooLarge = (text: string) => Buffer.byteLength(text) > maxPageBytes;
	if (!isTooLarge(texts) && !isTooLarge(largestPage(question).html)) return undefined;
	return new ParameterError(
		'The page of the question is larger than 1 MB if the contact enters long answers',
		'Shorten the texts, or ask for less: remove fields or options, or use text inputs instead of text areas.',
	);
}

/** Returns the page with the longest rejected answers. */
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
	// An ampersand has the most bytes in HTML.
	const longest = '&'.repeat(maxLengthOf(field.type));
	return { field, values: field.options.length === 0 ? [longest] : field.options, issue };
}
