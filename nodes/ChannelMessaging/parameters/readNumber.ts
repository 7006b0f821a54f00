/**
 * Returns `NaN` if the value isn't a number. Text is parsed because expressions often return
 * numbers as text.
 */
export function readNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}
