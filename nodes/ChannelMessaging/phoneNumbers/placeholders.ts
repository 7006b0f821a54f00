import { visibleText } from '../texts/visibleText';

/**
 * Matches text that stands for a missing or unreadable value, such as a spreadsheet's error or the
 * text of a missing value in JavaScript. `Null` can be a surname, so only `null` and `NULL` match.
 */
const placeholder =
	/^(?:null|NULL|<null>|\(null\)|\\N|[Uu]ndefined|NaN|#*[nN][./][aA]\.?!?|#{2,}|#(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|ERROR|GETTING_DATA|BLOCKED|FIELD|CONNECT|UNKNOWN)[!?]?|#NAME\??|#ERROR!|Invalid Date(?:Time)?|\[object \w+\])$/;

/** Matches the text of a value that JavaScript joined to other text, such as `undefined`. */
const misreading = /\[object \w+\]|(?<![\p{L}\p{N}])(?:undefined|NaN)(?![\p{L}\p{N}])/u;

/** Matches a missing value that a symbol joins to other text, such as `C-null`. */
const joinedNull = /[-_:/#.=|@+]null$|^null[-_:/#.=|@+]|[-_:/#.=|@+]null[-_:/#.=|@+]/;

/** Matches a missing value that an expression added to other text, such as `Cundefined`. */
const addedValue = /undefined|NaN$|^NaN|(?<![\p{L}\p{N}])null(?![\p{L}\p{N}])|(?<!\p{Ll})null$/u;

/** Whether text stands for a missing value, so that it is no one's value. */
export function isPlaceholder(text: string): boolean {
	const visible = visibleText(text).trim();
	return visible === '' || placeholder.test(visible);
}

/**
 * Whether text contains a missing value beside other text.
 *
 * @param isComposed whether an expression put the text together from several values
 */
export function hasMissingPart(text: string, isComposed: boolean): boolean {
	const visible = visibleText(text).trim();
	if (misreading.test(visible) || joinedNull.test(visible)) return true;
	return isComposed && addedValue.test(visible);
}
