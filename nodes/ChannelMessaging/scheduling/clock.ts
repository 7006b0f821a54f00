import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Monotonic, in milliseconds. Doesn't depend on the system time. */
	now(): number;
	/** `sleep(0)` yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** n8n Cloud allows no timers except `sleep` from n8n-workflow. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
