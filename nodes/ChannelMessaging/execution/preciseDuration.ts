/**
 * Formats a duration, such as `6 min 33 s`. Durations of an hour or more have no seconds. Error
 * messages use `roundedDuration`.
 */
export function preciseDuration(milliseconds: number): string {
	const seconds = Math.max(1, Math.round(milliseconds / 1_000));
	if (seconds < 60) return `${String(seconds)} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return joined(minutes, 'min', seconds % 60, 's');
	const roundedMinutes = Math.round(seconds / 60);
	return joined(Math.floor(roundedMinutes / 60), 'h', roundedMinutes % 60, 'min');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
	const rest = small === 0 ? '' : ` ${String(small)} ${smallUnit}`;
	return `${String(large)} ${largeUnit}${rest}`;
}
