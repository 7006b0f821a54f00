import { folded } from './foldedText';
import { withoutLookAlikes } from './lookAlikeLetters';

const gaps = /[\s_-]/g;

/**
 * Signs that change the meaning of a tag, as in `C#`, `5*`, `R&D`, and `100%`, except at the start.
 */
const signs = '#%&*@';

const punctuation = String.raw`(?:(?![${signs}])[\p{P}\p{Sk}|])`;

/** Matches punctuation, except between digits, where punctuation changes the number. */
const ignoredPunctuation = new RegExp(
	String.raw`(?<!\p{Nd})${punctuation}+|${punctuation}+(?!\p{Nd}|${punctuation})`,
	'gu',
);

const leadingSigns = new RegExp(`^[${signs}]+`);

const asterisks = /^\*+([^*]+)\*+$/;

/**
 * Matches angle brackets around the entire tag. Other angle brackets change the tag: `<18` isn't
 * `>18`.
 */
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
