import { maxExaminedCharacters } from './textLimits';

/**
 * Control characters, annotation characters, the blank Braille pattern, and default ignorable code
 * points, such as zero-width spaces, byte order marks, and variation selectors.
 */
const characters = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800`;

/** Matches invisible characters other than white space. */
const invisible = new RegExp(String.raw`(?:(?![\t\n\v\f\r\u0085])[${characters}])+`, 'gu');

const visible = new RegExp(String.raw`[^\s${characters}]`, 'u');

/**
 * Matches joiners that change how the neighboring characters look. They occur in emoji and in
 * scripts that connect letters, such as Persian.
 */
const visibleJoiners =
	/(?<=(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}]|\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})[\u200C\u200D](?=(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}]|\p{Extended_Pictographic})/gu;

/** A visible joiner stands alone, so a run of joiners can be matched at once, which is faster. */
const removed = new RegExp(
	[
		String.raw`(?:(?![\t\n\v\f\r\u0085\u200C\u200D])[${characters}])+`,
		String.raw`(?!${visibleJoiners.source})[\u200C\u200D]+`,
	].join('|'),
	'gu',
);

/** Matches any character that isn't ASCII text. The other regular expressions are slower. */
const notAscii = /[^\t\n\v\f\r -~]/;

/** Removes invisible characters, except white space and joiners that change how the text looks. */
export function visibleText(text: string): string {
	return text.length <= maxExaminedCharacters && notAscii.test(text)
		? text.replace(removed, '')
		: text;
}

/**
 * Returns whether the text looks empty to people. Removes white space first, because this is faster
 * for long text.
 */
export function isBlank(text: string): boolean {
	const trimmed = text.trim();
	return trimmed === '' || !visible.test(trimmed);
}

export function withoutInvisible(text: string): string {
	return text.length <= maxExaminedCharacters ? text.replace(invisible, '') : text;
}
