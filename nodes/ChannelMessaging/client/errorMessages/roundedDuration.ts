/**
 * Uses seconds for durations below two minutes. Rounds up by default, which suits remaining times.
 */
export function roundedDuration(milliseconds: number, round = Math.ceil): string {
	const seconds = round(milliseconds / 1_000);
	return seconds < 120 ? `${String(seconds)} s` : `${String(round(seconds / 60))} min`;
}
