import { sleep } from 'n8n-workflow';

/** A clock. Tests can replace it with a simulated clock. */
export interface Clock {
	/** Returns a monotonic time in milliseconds, which doesn't depend on the system time. */
	now(): number;
	/** Resolves after the given number of milliseconds. `sleep(0)` yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** The real clock. n8n Cloud allows no timers except `sleep` from n8n-workflow. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
