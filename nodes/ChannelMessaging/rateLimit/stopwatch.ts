/** Measures the total waiting time. Overlapping waits are counted only once. */
export interface Stopwatch {
	milliseconds: number;
	countedUntil: number;
}

/** Adds the part of the interval that hasn't been counted yet. */
export function addTime(stopwatch: Stopwatch, from: number, to: number): void {
	stopwatch.milliseconds += Math.max(0, to - Math.max(from, stopwatch.countedUntil));
	stopwatch.countedUntil = Math.max(stopwatch.countedUntil, to);
}
