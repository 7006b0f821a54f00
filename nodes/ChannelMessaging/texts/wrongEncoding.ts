/**
 * The bytes after the first byte of UTF-8 characters, decoded as Windows-1252 or Latin-1. Omits
 * characters that can follow a capital letter, such as a closing quotation mark.
 */
const laterBytes = '\\u00A1-\\u00AA\\u00AC-\\u00BA\\u00BC-\\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ‘•˜™š›œžŸ';

/**
 * Matches characters that appear in text that was read in the wrong encoding:
 *
 * - U+FFFD and C1 control characters
 * - `Ã¼` and `Â°` instead of `ü` and `°`
 * - `â€™` instead of an apostrophe, `â‚¬` instead of `€`, and `ðŸ` at the beginning of an emoji
 * - pairs such as `Ð¿Ñ€` instead of Cyrillic letters
 */
export const wrongEncoding = [
	'[\\u0080-\\u009F\\uFFFD]',
	`[ÂÃ][${laterBytes}]|(?<!\\p{Lu})Ã\\u00A0`,
	`â€|â[${laterBytes}][${laterBytes}\\u00A0«»…–—’“”]|ðŸ`,
	`(?:[ÐÑ][\\u00A0-\\u00BF${laterBytes}]){2}`,
].join('|');
