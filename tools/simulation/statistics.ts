export function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the standard error of the mean. */
export function standardError(values: readonly number[]): number {
	const average = mean(values);
	const squares = values.map((value) => (value - average) ** 2);
	const variance = squares.reduce((sum, square) => sum + square, 0) / (values.length - 1);
	return Math.sqrt(variance / values.length);
}
