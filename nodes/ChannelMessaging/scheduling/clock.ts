import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Returns a monotonic time in milliseconds, independent of the system time. */
	now(): number;
	/** `sleep(0)` yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** n8n Cloud only allows timers that are created by `sleep` from n8n-workflow. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
