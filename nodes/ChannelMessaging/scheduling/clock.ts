import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Monotonic, in milliseconds. */
	now(): number;
	/** `sleep(0)` yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** n8n Cloud allows no timers but this `sleep`. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
