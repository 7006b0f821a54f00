/** Total waiting time. Overlapping waits only count once. */
export interface Stopwatch {
	milliseconds: number;
	countedUntil: number;
}

/** Adds an interval, except for the part that was already counted. */
export function addTime(stopwatch: Stopwatch, from: number, to: number): void {
	stopwatch.milliseconds += Math.max(0, to - Math.max(from, stopwatch.countedUntil));
	stopwatch.countedUntil = Math.max(stopwatch.countedUntil, to);
}
