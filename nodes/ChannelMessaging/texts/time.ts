/** A time for people: whole minutes from two minutes on, else whole seconds. */
export function describeTime(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1_000);
	return seconds < 120 ? `${String(seconds)} s` : `${String(Math.ceil(seconds / 60))} min`;
}
