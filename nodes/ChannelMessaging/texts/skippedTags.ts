import { isBlank } from './visibleText';

/**
 * Returns the tags that an entry of a comma-separated list can mean. Chinese, Japanese, and Arabic
 * keyboards have other commas, and people also enter one tag per line or put tags in quotation marks.
 * The entry itself is included, because a message to a contact who opted out is worse than a skipped
 * one.
 */
export function tagsInEntry(entry: string): string[] {
	const pieces = entry.split(/[，、،\n\r]/).flatMap((piece) => [piece, unquoted(piece.trim())]);
	return [...new Set([entry, ...pieces].map((tag) => tag.trim()))].filter((tag) => !isBlank(tag));
}

function unquoted(tag: string): string {
	return /^["“'‘](.+)["”'’]$/s.exec(tag)?.[1] ?? tag;
}
