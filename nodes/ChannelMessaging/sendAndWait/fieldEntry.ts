import { isRecord } from '../client/isRecord';
import { type EntryIssue, validateEntry } from './validateEntry';
import { exactNumber } from './exactNumber';
import { type FormField, inputName, maxLengthOf } from './formField';
import { maxKeptCharacters } from './questionSizeLimits';
import type { LocalizedNumbers } from './localizedNumbers';

/** A form field with its values exactly as submitted. */
export interface FieldEntry {
	field: FormField;
	/** The submitted values, excluding empty values and text longer than `maxKeptCharacters`. */
	values: readonly string[];
	issue?: EntryIssue | undefined;
}

/**
 * Limits the number and length of values, because requests don't always come from a browser and can
 * be huge.
 */
export function readEntry(
	field: FormField,
	index: number,
	body: unknown,
	numbers: LocalizedNumbers,
): FieldEntry {
	const value: unknown = isRecord(body) ? body[inputName(index)] : undefined;
	const submitted: unknown[] = Array.isArray(value) ? value : [value ?? ''];
	const maxValues = field.type === 'checkbox' ? Math.max(1, field.options.length) : 1;
	const tooLong: FieldEntry = { field, values: [], issue: 'rejectedLength' };
	if (submitted.length > maxValues) return tooLong;
	const values: string[] = [];
	for (const text of submitted) {
		if (typeof text !== 'string') return tooLong;
		const entered = field.type === 'textarea' ? withoutCarriageReturns(text) : text;
		if (field.options.length === 0 && entered.length > maxLengthOf(field.type)) {
			return entered.length > maxKeptCharacters ? tooLong : { ...tooLong, values: [entered] };
		}
		if (entered !== '') values.push(entered);
	}
	const issue = validateEntry(field, values, (value) => numbers.read(value));
	return { field, values, issue };
}

/** Returns the entry of a form that hasn't been submitted yet. */
export function defaultEntry(field: FormField, numbers: LocalizedNumbers): FieldEntry {
	const values = field.defaultValues.map((value) => {
		const number = field.type === 'number' ? exactNumber(value) : undefined;
		return number === undefined ? value : numbers.write(number);
	});
	return { field, values };
}

/**
 * Converts CRLF, which browsers submit as the line break, to LF. Text that would be too long even
 * after the conversion isn't changed, because converting megabytes would block n8n.
 */
function withoutCarriageReturns(text: string): string {
	return text.length > 2 * maxLengthOf('textarea') ? text : text.replaceAll('\r\n', '\n');
}

/** Returns the field's key and value for the output. */
export function answerOf(
	{ field: { key, type }, values }: FieldEntry,
	numbers: LocalizedNumbers,
): [string, unknown] {
	const [value] = values;
	switch (type) {
		case 'checkbox':
			return [key, [...new Set(values)]];
		case 'number':
			return [key, value === undefined ? null : numbers.read(value)];
		case 'radio':
			return [key, value ?? null];
		default:
			return [key, value ?? ''];
	}
}
