import { maxNameCharacters } from './textLimits';

/**
 * Matches control characters other than line breaks and tabs, and characters that change the
 * direction of the text after them. Strangers could hide text with them in the editor and in logs.
 */
const hiding = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns a hint as n8n must receive it. n8n's editor renders hints as HTML, and hints contain names
 * and values that strangers entered.
 */
export function hintHtml(text: string): string {
	return text
		.replace(hiding, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

/**
 * Returns the text of a thrown error. n8n's editor renders descriptions as HTML, but shows entities
 * in messages, and logs and AI models receive the same text, so it contains no `<`.
 */
export function errorText(text: string): string {
	return text.replace(hiding, '').replaceAll('<', '\u2039');
}

/** Shortens a stranger's name, tag, or value for a message or a hint. */
export function shortened(name: string): string {
	// A character has up to two code units.
	const characters = Array.from(name.slice(0, 2 * maxNameCharacters + 2));
	if (characters.length <= maxNameCharacters) return name;
	return `${characters.slice(0, maxNameCharacters).join('')}…`;
}
