import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Returns a monotonic time in milliseconds. */
	now(): number;
	/** Resolves after the given time. `sleep(0)` yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** n8n Cloud doesn't allow community nodes to use timers other than this `sleep`. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
