/** Measures how long the requests of an execution waited. Overlapping waits count only once. */
export class Stopwatch {
	milliseconds = 0;

	private countedUntil = -Infinity;

	/** Adds the interval from `from` to `now`, excluding time that was already counted. */
	add(from: number, now: number): void {
		this.milliseconds += Math.max(0, now - Math.max(from, this.countedUntil));
		this.countedUntil = Math.max(this.countedUntil, now);
	}
}
