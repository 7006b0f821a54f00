/**
 * Uses seconds for durations below two minutes, and minutes below two hours. Rounds up by default,
 * which suits remaining times.
 */
export function roundedDuration(milliseconds: number, round = Math.ceil): string {
	const seconds = round(milliseconds / 1_000);
	if (seconds < 120) return `${String(seconds)} s`;
	const minutes = round(seconds / 60);
	return minutes < 120 ? `${String(minutes)} min` : `${String(round(minutes / 60))} h`;
}
