import { maxNameCharacters } from './textLimits';

/** Could hide text in the editor and in logs. Line breaks and tabs are harmless. */
const hiding = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** The editor renders hints as HTML, and strangers choose their own names. */
export function hintHtml(text: string): string {
	return text
		.replace(hiding, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

/**
 * The editor renders descriptions as HTML. `<` is removed, not escaped: messages, logs, and models
 * would show the entity.
 */
export function errorText(text: string): string {
	return text.replace(hiding, '').replaceAll('<', '\u2039');
}

export function shortened(name: string): string {
	// Up to two UTF-16 code units per character.
	const characters = Array.from(name.slice(0, 2 * maxNameCharacters + 2));
	if (characters.length <= maxNameCharacters) return name;
	return `${characters.slice(0, maxNameCharacters).join('')}…`;
}
