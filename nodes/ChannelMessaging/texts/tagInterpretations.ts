import { isBlank } from './visibleText';

/** Matches the characters that separate tags if a list is entered as a single text. */
export const tagSeparator = /[,，、،;；؛\n\r]/;

/**
 * Returns the tags that a list entry can mean. Chinese, Japanese, and Arabic keyboards have
 * different commas, and people also enter semicolons, one tag per line, or quotation marks. A list
 * with one text can contain several tags. The result includes the entry itself, because a message
 * to a contact who opted out is worse than a skipped message.
 */
export function tagInterpretations(entry: string): string[] {
	const pieces = entry.split(tagSeparator).flatMap((piece) => [piece, unquoted(piece.trim())]);
	return [...new Set([entry, ...pieces].map((tag) => tag.trim()))].filter((tag) => !isBlank(tag));
}

function unquoted(tag: string): string {
	return /^["“'‘](.+)["”'’]$/s.exec(tag)?.[1] ?? tag;
}
