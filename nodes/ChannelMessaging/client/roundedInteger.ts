/** Returns whether the value is an unsafe integer, whose last digits may have been lost. */
export function isRoundedInteger(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}
