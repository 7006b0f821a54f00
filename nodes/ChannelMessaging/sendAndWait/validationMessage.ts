import type { EntryIssue } from './validateEntry';
import { type FormField, maxLengthOf } from './formField';
import type { PageTexts } from './pageTexts';
import type { LocalizedNumbers } from './localizedNumbers';

const exampleDate = '2030-12-31';

const exampleNumber = 1234.5;

/** Adds an example or the maximum length to the error text, if needed. */
export function validationMessage(
	{ type }: FormField,
	issue: EntryIssue,
	texts: PageTexts,
	numbers: LocalizedNumbers,
): string {
	const text = texts[issue];
	switch (issue) {
		case 'rejectedDate':
			return `${text} ${exampleDate}`;
		case 'rejectedLength':
			return `${text} ${numbers.write(maxLengthOf(type))}`;
		case 'rejectedNumber':
			return `${text} ${numbers.write(exampleNumber)}`;
		default:
			return text;
	}
}
