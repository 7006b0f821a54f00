import { folded } from './foldedText';
import { withoutLookAlikes } from './lookAlikeLetters';
import { isBlank } from './visibleText';

/** Separates the tags in a list that is a single text. */
export const tagSeparator = /[,，、،;；؛\n\r]/;

/**
 * Returns the tags that an entry in a list can mean. Chinese, Japanese, and Arabic keyboards have
 * different commas, and people also enter semicolons, one tag per line, or quotation marks. A list
 * with one text can contain several tags. The entry itself is included, because a message to a
 * contact who opted out is worse than a skipped one.
 */
export function tagsInEntry(entry: string): string[] {
	const pieces = entry.split(tagSeparator).flatMap((piece) => [piece, unquoted(piece.trim())]);
	return [...new Set([entry, ...pieces].map((tag) => tag.trim()))].filter((tag) => !isBlank(tag));
}

function unquoted(tag: string): string {
	return /^["“'‘](.+)["”'’]$/s.exec(tag)?.[1] ?? tag;
}

const gaps = /[\s_-]/g;

/** Signs that change the meaning, as in `C#`, `5*`, `R&D`, and `100%`, except at the start. */
const signs = '#%&*@';

const punctuation = String.raw`(?:(?![${signs}])[\p{P}\p{Sk}|])`;

/** Matches punctuation, except between digits, where it changes the number. */
const ignoredPunctuation = new RegExp(
	String.raw`(?<!\p{Nd})${punctuation}+|${punctuation}+(?!\p{Nd}|${punctuation})`,
	'gu',
);

const leadingSigns = new RegExp(`^[${signs}]+`);

const asterisks = /^\*+([^*]+)\*+$/;

/** Matches angle brackets around the whole tag. Others change it: `<18` isn't `>18`. */
const angleBrackets = new RegExp(`^[${signs}]*<+([^<>]+)>+$`);

/**
 * Returns the same string for tags that people consider equal, such as `opted-out`, `Opted out`,
 * `opted.out`, and `optedout`, or `STOP` and `¡Stop!`. It ignores more than `folded` because
 * messaging someone who opted out is worse than skipping a message.
 */
export function foldedTag(tag: string): string {
	const text = folded(tag);
	const significant = withoutLookAlikes(text)
		.replace(gaps, '')
		.replace(ignoredPunctuation, '')
		.replace(asterisks, '$1')
		.replace(angleBrackets, '$1')
		.replace(leadingSigns, '');
	return significant || text;
}
