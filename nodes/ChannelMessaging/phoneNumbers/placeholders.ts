import { visibleText } from '../texts/visibleText';

/**
 * Matches text that represents a missing or unreadable value, such as a spreadsheet error or
 * JavaScript's `undefined`. It is case-sensitive because `Null` is a surname.
 */
const placeholder =
	/^(?:null|NULL|<null>|\(null\)|\\N|[Uu]ndefined|NaN|#*[nN][./][aA]\.?!?|#{2,}|#(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|ERROR|GETTING_DATA|BLOCKED|FIELD|CONNECT|UNKNOWN)[!?]?|#NAME\??|#ERROR!|Invalid Date(?:Time)?|\[object \w+\])$/;

/** Matches missing values and objects that JavaScript converted to text within a longer text. */
const misreading = /\[object \w+\]|(?<![\p{L}\p{N}])(?:undefined|NaN)(?![\p{L}\p{N}])/u;

/** Matches `null` next to a symbol, as in `C-null`. */
const joinedNull = /[-_:/#.=|@+]null$|^null[-_:/#.=|@+]|[-_:/#.=|@+]null[-_:/#.=|@+]/;

/** Matches a missing value next to other letters, as in `Cundefined`. */
const addedValue = /undefined|NaN$|^NaN|(?<![\p{L}\p{N}])null(?![\p{L}\p{N}])|(?<!\p{Ll})null$/u;

export function isPlaceholder(text: string): boolean {
	const visible = visibleText(text).trim();
	return visible === '' || placeholder.test(visible);
}

/** @param isComposed whether an expression combined several values */
export function hasMissingPart(text: string, isComposed: boolean): boolean {
	const visible = visibleText(text).trim();
	if (misreading.test(visible) || joinedNull.test(visible)) return true;
	return isComposed && addedValue.test(visible);
}
