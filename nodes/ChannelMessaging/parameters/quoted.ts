const maxQuoteLength = 60;

export function shortened(text: string): string {
	// A character consists of up to two UTF-16 code units.
	const characters = Array.from(text.slice(0, 2 * maxQuoteLength + 2));
	if (characters.length <= maxQuoteLength) return text;
	return `${characters.slice(0, maxQuoteLength).join('')}…`;
}

/** Quotes text for an error message, and truncates it if it's too long. */
export function quoted(text: string): string {
	return `'${shortened(text)}'`;
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
