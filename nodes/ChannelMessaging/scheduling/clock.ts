import { sleep } from 'n8n-workflow';

/** Time, handed in so that tests can run years in a moment. */
export interface Clock {
	/** Milliseconds that only ever grow, for elapsed time: setting the machine's clock moves nothing. */
	now(): number;
	/** Resolves after that many milliseconds; with 0, after the event loop has gone round. */
	sleep(milliseconds: number): Promise<void>;
}

/** The machine's clock. n8n's cloud allows no timers but n8n-workflow's `sleep`. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
