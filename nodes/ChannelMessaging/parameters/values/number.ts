/** A number, also as the text that expressions often give; NaN for everything else. */
export function readNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}
