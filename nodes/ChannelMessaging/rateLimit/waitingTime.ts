/** The total waiting time. Overlapping waits count only once. */
export interface WaitingTime {
	milliseconds: number;
	countedUntil: number;
}

/** Adds an interval, except for the part that was already counted. */
export function addTime(waitingTime: WaitingTime, from: number, to: number): void {
	waitingTime.milliseconds += Math.max(0, to - Math.max(from, waitingTime.countedUntil));
	waitingTime.countedUntil = Math.max(waitingTime.countedUntil, to);
}
