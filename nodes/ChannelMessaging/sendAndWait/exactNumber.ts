import { maxNumberCharacters } from './questionSizeLimits';

/** Matches numbers in JavaScript's notation, such as `-1.5e3`. */
const decimal = /^(-?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns the significant digits and the exponent, such as `-15e-1` for `-1.5`. */
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
 * Returns the number, or `undefined` if the text isn't a number or has more digits than a
 * JavaScript number can store.
 */
export function exactNumber(text: string): number | undefined {
	if (text.length > maxNumberCharacters) return undefined;
	const number = Number(text);
	const digits = canonical(text);
	if (digits === undefined || canonical(String(number)) !== digits) return undefined;
	// Adding 0 converts -0 to 0, because JSON has no -0.
	return number + 0;
}
