/** JavaScript's notation: `-1.5e3`. */
const decimal = /^(-?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Significant digits and exponent: `-1.5` → `-15e-1`. */
function canonical(text: string): string | undefined {
	const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
	if (sign === undefined || digits === '') return undefined;
	if (digits === '0') return '0';
	const significant = withoutTrailingZeros(digits);
	const scale = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${sign}${significant}e${String(scale)}`;
}

/** Uses a loop: `/0+$/` can take quadratic time. */
function withoutTrailingZeros(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	return digits.slice(0, end);
}

/** `undefined` if it isn't a number, or if a JavaScript number would lose digits. */
export function decimalNumber(text: string): number | undefined {
	const number = Number(text);
	const digits = canonical(text);
	if (digits === undefined || canonical(String(number)) !== digits) return undefined;
	// Turns -0 into 0. JSON has no -0.
	return number + 0;
}
