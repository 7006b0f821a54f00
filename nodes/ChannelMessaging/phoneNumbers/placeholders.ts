import { visibleText } from '../texts/visibleText';

/**
 * Stands for a missing or unreadable value: spreadsheet errors, JavaScript's `undefined`. `Null` is
 * a surname, hence the case.
 */
const placeholder =
	/^(?:null|NULL|<null>|\(null\)|\\N|[Uu]ndefined|NaN|#*[nN][./][aA]\.?!?|#{2,}|#(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|ERROR|GETTING_DATA|BLOCKED|FIELD|CONNECT|UNKNOWN)[!?]?|#NAME\??|#ERROR!|Invalid Date(?:Time)?|\[object \w+\])$/;

/** Missing values and objects that JavaScript converted within other text. */
const misreading = /\[object \w+\]|(?<![\p{L}\p{N}])(?:undefined|NaN)(?![\p{L}\p{N}])/u;

/** `null` next to a symbol, as in `C-null`. */
const joinedNull = /[-_:/#.=|@+]null$|^null[-_:/#.=|@+]|[-_:/#.=|@+]null[-_:/#.=|@+]/;

/** A missing value next to other letters, as in `Cundefined`. */
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
