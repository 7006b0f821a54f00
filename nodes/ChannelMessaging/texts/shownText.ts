import { maxNameCharacters } from './textLimits';

/**
 * Matches control characters other than line breaks and tabs, and characters that change the text
 * direction. Strangers could use them to hide text in the editor and in logs.
 */
const hiding = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Escapes a hint, because n8n's editor renders hints as HTML, and hints contain names and values
 * that strangers entered.
 */
export function hintHtml(text: string): string {
	return text
		.replace(hiding, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

/**
 * Makes an error's text safe to show. n8n's editor renders descriptions as HTML. Removes `<`
 * instead of escaping it, because messages, logs, and AI models would show HTML entities as they
 * are.
 */
export function errorText(text: string): string {
	return text.replace(hiding, '').replaceAll('<', '\u2039');
}

/** Shortens a stranger's name, tag, or value for a message or a hint. */
export function shortened(name: string): string {
	// Each character has up to two UTF-16 code units.
	const characters = Array.from(name.slice(0, 2 * maxNameCharacters + 2));
	if (characters.length <= maxNameCharacters) return name;
	return `${characters.slice(0, maxNameCharacters).join('')}…`;
}
