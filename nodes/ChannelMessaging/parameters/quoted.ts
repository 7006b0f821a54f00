import { shortened } from '../texts/shortenedText';

export const maxQuotedCharacters = 60;

/** Quotes text for an error message, and truncates the text if it's too long. */
export function quoted(text: string): string {
	return `'${shortened(text, maxQuotedCharacters)}'`;
}

/** Describes the type of a value for error messages, for example as `a list` or `a number`. */
export function kindOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export function quotedOrKind(value: unknown): string {
	const isShown = typeof value === 'string' || typeof value === 'number';
	return isShown && value !== '' ? quoted(String(value)) : kindOf(value);
}
