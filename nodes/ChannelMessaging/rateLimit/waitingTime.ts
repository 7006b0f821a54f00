/** Adds up the time in which any one call of a run waited; where several did, it counts once. */
export class WaitingTime {
	milliseconds = 0;

	private countedUntil = -Infinity;

	/** Adds a time that ends now. */
	add(from: number, now: number): void {
		this.milliseconds += Math.max(0, now - Math.max(from, this.countedUntil));
		this.countedUntil = Math.max(this.countedUntil, now);
	}
}
