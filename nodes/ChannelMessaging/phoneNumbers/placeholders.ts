import { visibleText } from '../texts/visibleText';

/**
 * Matches text that stands for a missing or unreadable value, such as a spreadsheet error or
 * JavaScript's `undefined`. `Null` can be a surname, so only `null` and `NULL` match.
 */
const placeholder =
	/^(?:null|NULL|<null>|\(null\)|\\N|[Uu]ndefined|NaN|#*[nN][./][aA]\.?!?|#{2,}|#(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|ERROR|GETTING_DATA|BLOCKED|FIELD|CONNECT|UNKNOWN)[!?]?|#NAME\??|#ERROR!|Invalid Date(?:Time)?|\[object \w+\])$/;

/** Matches a missing value or an object that JavaScript converted to text inside other text. */
const misreading = /\[object \w+\]|(?<![\p{L}\p{N}])(?:undefined|NaN)(?![\p{L}\p{N}])/u;

/** Matches `null` that a symbol joins to other text, such as `C-null`. */
const joinedNull = /[-_:/#.=|@+]null$|^null[-_:/#.=|@+]|[-_:/#.=|@+]null[-_:/#.=|@+]/;

/** Matches a missing value without a separator from other text, such as `Cundefined`. */
const addedValue = /undefined|NaN$|^NaN|(?<![\p{L}\p{N}])null(?![\p{L}\p{N}])|(?<!\p{Ll})null$/u;

/** Whether the text is empty, or a placeholder for a missing value. */
export function isPlaceholder(text: string): boolean {
	const visible = visibleText(text).trim();
	return visible === '' || placeholder.test(visible);
}

/**
 * Whether text contains a missing value in addition to other text.
 *
 * @param isComposed whether an expression combined the text from several values
 */
export function hasMissingPart(text: string, isComposed: boolean): boolean {
	const visible = visibleText(text).trim();
	if (misreading.test(visible) || joinedNull.test(visible)) return true;
	return isComposed && addedValue.test(visible);
}
