import { unresolvedPlaceholder } from './unresolvedPlaceholder';
import { isBlank, visibleText } from './visibleText';

/**
 * The names of spreadsheet errors in the languages of the most common spreadsheet programs, such as
 * `#VALUE!`, `#¡VALOR!`, and `#WERT!`.
 */
const errorNames = [
	...['REF', 'RIF', 'BEZUG', 'VERW', 'VALUE', 'VALOR', 'VALEUR', 'VALORE', 'WERT', 'WAARDE'],
	...['DIV/0', 'DEEL/0', 'NULL', 'NULO', 'NULLO', 'NUL', 'LEEG', 'NUM', 'NÚM', 'ZAHL', 'GETAL'],
	...['NAME', 'NOM', 'NOMBRE', 'NOME', 'NAAM', 'SPILL', 'CALC', 'ERROR', 'GETTING_DATA'],
	...['BLOCKED', 'FIELD', 'CONNECT', 'UNKNOWN', 'BUSY'],
].join('|');

/**
 * Matches text that represents a missing or unreadable value, such as a spreadsheet error,
 * JavaScript's `undefined`, and Python's `nan`. The pattern is case-sensitive because `Null` is a
 * surname.
 */
const placeholder = new RegExp(
	[
		String.raw`null|NULL|<null>|\(null\)|\\N|[Uu]ndefined|NaN|nan|NaT|<NA>|<nil>`,
		String.raw`#*[nN][./][aA]\.?!?|#(?:N/\p{Lu}|I/T|Н/Д|NV|ND)!?|#{2,}`,
		String.raw`#[¡¿]?(?:${errorNames})[!?]?`,
		String.raw`Invalid [Dd]ate(?:Time)?|\[object \w+\]`,
	]
		.map((alternatives) => `^(?:${alternatives})$`)
		.join('|'),
	'u',
);

/** Matches the missing values of Python and Ruby, which are also names of people. */
const possibleName = /^(?:None|nil)$/;

/**
 * Matches missing values, objects and functions that JavaScript converted to text, and unresolved
 * expressions or placeholders within a longer text. `%id%` is a placeholder. In percent-encoded
 * text, by contrast, two hexadecimal digits follow each percent sign.
 */
const misreading = new RegExp(
	[
		String.raw`\[object \w+\]|\{ \[native code\] \}|${unresolvedPlaceholder}`,
		String.raw`(?<![\p{L}\p{N}%])%{1,2}[A-Za-z_]\w*%{1,2}(?![\p{L}\p{N}%])`,
		String.raw`(?<![\p{L}\p{N}])(?:undefined|NaN)(?![\p{L}\p{N}])`,
		String.raw`<(?:NA|nil|null)>|\(null\)`,
	].join('|'),
	'u',
);

/** Matches a missing value next to a symbol, as in `C-null`. */
const joinedNull = /(?:^|[-_:/#.=|@+])(?:null|NULL)[-_:/#.=|@+]|[-_:/#.=|@+](?:null|NULL)$/;

/** Matches `None` next to a symbol, as in `C-None`. */
const joinedNone = /(?:^|[-_:/#.=|@+])None[-_:/#.=|@+]|[-_:/#.=|@+]None$/;

/**
 * Matches `nan` next to a symbol, as in `C-nan`. Because `nan` is also a name, email addresses and
 * words such as `nan-li` don't match.
 */
const joinedNan = /^(?!.*@)(?:.*[-_:/#=|+])?nan(?:$|[-_:/#=|+](?!\p{Ll}))/su;

/** Matches a missing value next to other letters, as in `Cundefined`. */
const addedValue =
	/undefined|NaN$|^NaN|(?<![\p{L}\p{N}])(?:null|NULL)(?![\p{L}\p{N}])|(?<!\p{Ll})null$/u;

/** Matches a missing value before or between other letters, as in `nullpaid`. */
const precedingValue = /^null(?=[\p{L}\p{N}])|(?<=\p{N})null|(?<!\p{Ll})NaN(?!\p{Ll})/u;

/** Matches a number in a spreadsheet's scientific notation, such as `4.479E+11`. */
const scientific = /^[+-]?\d+(?:[.,](\d+))?E\+(\d{1,3})$/i;

export const shortenedNumber = 'is a number that a spreadsheet shortened, so some digits are lost';

/**
 * Matches text that consists only of punctuation marks, such as the dash in an empty cell. Japanese
 * keyboards have a long vowel mark instead of a dash.
 */
const punctuation = /^[\p{P}\p{Sm}\p{Sk}\s\u30FC\uFF70]+$/u;

/** @param canBeName whether the text can be a person's name */
export function isMissingValue(text: string, canBeName = false): boolean {
	const isMissing = (piece: string) =>
		placeholder.test(piece) || (!canBeName && possibleName.test(piece));
	const visible = visibleText(text).trim();
	if (isBlank(text) || isMissing(visible)) return true;
	const pieces = visible.split(/[\s,;]+/);
	return pieces.length > 1 && pieces.every((piece) => piece === '' || isMissing(piece));
}

/**
 * Returns why the text can't identify anyone in any field or key, or `undefined` if it can. The
 * reason completes a sentence whose subject is the text.
 */
export function nonIdentityInAnyField(text: string): string | undefined {
	const visible = visibleText(text).trim();
	const [, fraction = '', power = ''] = scientific.exec(visible) ?? [];
	if (power !== '' && fraction.length < Number(power)) return shortenedNumber;
	return punctuation.test(visible) ? 'is only punctuation' : undefined;
}

/**
 * @param isComposed whether an expression combined several values
 * @param canBeName whether the text can be a person's name
 */
export function hasMissingPart(text: string, isComposed: boolean, canBeName: boolean): boolean {
	const visible = visibleText(text).trim();
	if (misreading.test(visible) || joinedNull.test(visible)) return true;
	if (!canBeName && (joinedNone.test(visible) || joinedNan.test(visible))) return true;
	return isComposed && addedValue.test(visible);
}

/** @param text the result of a single expression that combines several values */
export function startsWithMissingPart(text: string): boolean {
	return precedingValue.test(visibleText(text).trim());
}
