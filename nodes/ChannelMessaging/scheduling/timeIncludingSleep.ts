import type { Clock } from './clock';

/**
 * A point in time according to both clocks. On Linux, the monotonic clock stands still while the
 * machine sleeps.
 */
export interface Moment {
	/** The monotonic time in milliseconds. */
	at: number;
	/** The system time in milliseconds since the epoch. */
	date: number;
}

type Now = Pick<Clock, 'now'>;

export function thisMoment(clock: Now, date = Date.now()): Moment {
	return { at: clock.now(), date };
}

/** Returns the time since a moment, including the time during which the machine was asleep. */
export function msSince({ at, date }: Moment, clock: Now, now = Date.now()): number {
	return Math.max(clock.now() - at, now - date);
}
