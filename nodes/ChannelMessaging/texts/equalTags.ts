import { folded } from './foldedText';
import { isBlank } from './visibleText';

/** Separates tags in a list that should be comma-separated. */
export const otherSeparator = /[，、،;；؛\n\r]/;

/**
 * Returns the tags that an entry in a comma-separated list can mean. Chinese, Japanese, and Arabic
 * keyboards have different commas, and people also enter semicolons, one tag per line, or quotation
 * marks. The entry itself is included, because a message to a contact who opted out is worse than a
 * skipped one.
 */
export function tagsInEntry(entry: string): string[] {
	const pieces = entry.split(otherSeparator).flatMap((piece) => [piece, unquoted(piece.trim())]);
	return [...new Set([entry, ...pieces].map((tag) => tag.trim()))].filter((tag) => !isBlank(tag));
}

function unquoted(tag: string): string {
	return /^["“'‘](.+)["”'’]$/s.exec(tag)?.[1] ?? tag;
}

const endPunctuation = /\p{P}/u;

/**
 * Returns the same string for tags that people consider equal, such as `opted-out`, `Opted out`,
 * `opted_out`, and `optedout`, or `STOP` and `¡Stop!`. It ignores more than `folded` because
 * messaging someone who opted out is worse than skipping a message.
 */
export function foldedTag(tag: string): string {
	const text = folded(tag).replace(/[\s_-]/g, '');
	// A regular expression for the end would take quadratic time for many punctuation marks.
	let [start, end] = [0, text.length];
	while (start < end && endPunctuation.test(text.charAt(start))) start += 1;
	while (end > start && endPunctuation.test(text.charAt(end - 1))) end -= 1;
	return start < end ? text.slice(start, end) : folded(tag);
}
