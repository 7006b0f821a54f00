import { isBlank } from '../texts/visibleText';
import { exactNumber } from './exactNumber';
import type { FormField } from './formField';

/** The issues that an entry can have. Each issue is also the key of the text that the page shows. */
export const issues = [
	'missingAnswer',
	'rejectedDate',
	'rejectedEmail',
	'rejectedLength',
	'rejectedNumber',
	'rejectedOption',
] as const;

export type EntryIssue = (typeof issues)[number];

/** @param numberOf parses numbers, by default in JavaScript's notation */
export function validateEntry(
	field: FormField,
	values: readonly string[],
	numberOf: (value: string) => number | undefined = exactNumber,
): EntryIssue | undefined {
	const [value] = values;
	if (value === undefined) return field.isRequired ? 'missingAnswer' : undefined;
	switch (field.type) {
		case 'date':
			return isDate(value) ? undefined : 'rejectedDate';
		case 'email':
			return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'rejectedEmail';
		case 'number':
			return numberOf(value) === undefined ? 'rejectedNumber' : undefined;
		case 'checkbox':
		case 'dropdown':
		case 'radio': {
			const options = new Set(field.options);
			return values.every((option) => options.has(option)) ? undefined : 'rejectedOption';
		}
		default:
			return field.isRequired && isBlank(value) ? 'missingAnswer' : undefined;
	}
}

function isDate(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
