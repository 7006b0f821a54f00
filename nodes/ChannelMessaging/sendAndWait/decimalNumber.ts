/** The format of numbers in HTML. */
const decimal = /^(-?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns significant digits and an exponent, such as `-15e-1`. */
function canonical(text: string): string | undefined {
	const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
	if (sign === undefined || digits === '') return undefined;
	if (digits === '0') return '0';
	const significant = digits.replace(/0+$/, '');
	const scale = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${sign}${significant}e${String(scale)}`;
}

/**
 * Returns `undefined` for other texts, and for numbers with digits that a JavaScript number would
 * lose.
 */
export function decimalNumber(text: string): number | undefined {
	const number = Number(text);
	const digits = canonical(text);
	if (digits === undefined || canonical(String(number)) !== digits) return undefined;
	// Converts -0, which JSON can't represent.
	return number + 0;
}
