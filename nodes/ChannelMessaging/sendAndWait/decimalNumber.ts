/** The format of a JavaScript number as text. */
const decimal = /^(-?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns a number's significant digits and its exponent, such as `-15e-1`. */
function canonical(text: string): string | undefined {
	const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
	if (sign === undefined || digits === '') return undefined;
	if (digits === '0') return '0';
	const significant = withoutTrailingZeros(digits);
	const scale = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${sign}${significant}e${String(scale)}`;
}

/** The expression `/0+$/` would take quadratic time. */
function withoutTrailingZeros(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	return digits.slice(0, end);
}

/**
 * Returns `undefined` if the text isn't a number, or if a JavaScript number would lose some of its
 * digits.
 */
export function decimalNumber(text: string): number | undefined {
	const number = Number(text);
	const digits = canonical(text);
	if (digits === undefined || canonical(String(number)) !== digits) return undefined;
	// Adding zero converts -0 to 0, because JSON can't represent -0.
	return number + 0;
}
