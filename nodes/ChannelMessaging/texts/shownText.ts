import { maxNameCharacters } from './textLimits';

/**
 * Matches characters that can hide text in the editor and in logs. Line breaks and tabs are
 * harmless.
 */
const hiding = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Escapes HTML because the editor renders hints as HTML and contacts can choose any name. */
export function hintHtml(text: string): string {
	return text
		.replace(hiding, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

/**
 * Makes error text safe to show in the editor, which renders descriptions as HTML. `<` is replaced
 * with a similar character because messages, logs, and models would show an HTML entity as it is.
 */
export function errorText(text: string): string {
	return text.replace(hiding, '').replaceAll('<', '\u2039');
}

export function shortened(text: string, maxCharacters = maxNameCharacters): string {
	// A character consists of up to two UTF-16 code units.
	const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
	if (characters.length <= maxCharacters) return text;
	return `${characters.slice(0, maxCharacters).join('')}…`;
}
