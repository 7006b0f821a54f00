const nonAsciiDigit = /(?!\d)\p{Nd}/gu;

/** Unicode encodes the ten digits of each script consecutively. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((code - zero) % 10);
}

/** Replaces the digits of all scripts, such as `٣` and `３`. */
export function withAsciiDigits(text: string): string {
	const digits = new Set(text.match(nonAsciiDigit));
	const asciiDigits = new Map([...digits].map((digit) => [digit, asciiDigit(digit)]));
	return text.replace(nonAsciiDigit, (digit) => asciiDigits.get(digit) ?? digit);
}
