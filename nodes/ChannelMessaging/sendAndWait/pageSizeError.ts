import { ParameterError } from '../parameters/parameterError';
import { type EntryIssue, issues } from './validateEntry';
import type { FieldEntry } from './fieldEntry';
import { type FormField, maxLengthOf } from './formField';
import { pageFor } from './page';
import type { Question } from './question';
import { maxPageBytes } from './questionSizeLimits';

export function pageSizeError(question: Question): ParameterError | undefined {
	// The size of the data is checked first, because rendering a huge form would block n8n.
	const texts = JSON.stringify(question);
	const isTooLarge = (text: string) => Buffer.byteLength(text) > maxPageBytes;
	const hasLargePage = () =>
		question.form.kind !== 'chat' && largestPages(question).some(isTooLarge);
	if (!isTooLarge(texts) && !hasLargePage()) return undefined;
	return new ParameterError(
		"The question's page would be larger than 1 MB if the contact entered long answers",
		'Shorten the texts, or ask for less: remove fields or options, or use text inputs instead of text areas.',
	);
}

/** Returns the rejected form and the confirmation with the longest possible answers. */
function largestPages(question: Question): string[] {
	const { form, texts } = question;
	const issue = issues.reduce((longest, other) =>
		texts[other].length > texts[longest].length ? other : longest,
	);
	const asked = { ...question, id: '', until: 0, output: {} };
	const entries =
		form.kind === 'form' ? form.fields.map((field) => largestEntry(field, issue)) : [];
	const choices = form.kind === 'approval' ? form.choices : [];
	const entered = entries.map(({ field: { label }, values }) => ({
		label,
		text: values.join(', '),
	}));
	return [
		pageFor({
			kind: 'asked',
			question: asked,
			choices,
			entries,
			isInvalid: true,
			remainingMs: Number.MAX_SAFE_INTEGER,
		}),
		pageFor({ kind: 'answered', question: asked, answer: {}, entered, unsent: [] }),
	].map(({ html }) => html);
}

function largestEntry(field: FormField, issue: EntryIssue): FieldEntry {
	// No other character needs more bytes when it is escaped.
	const longest = '&'.repeat(maxLengthOf(field.type));
	return { field, values: field.options.length === 0 ? [longest] : field.options, issue };
}
