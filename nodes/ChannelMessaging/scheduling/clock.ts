import { sleep } from 'n8n-workflow';

/** A clock that tests can replace with a simulated clock. */
export interface Clock {
	/** Returns the monotonic time in milliseconds, which is independent of the system time. */
	now(): number;
	/** Resolves after the given number of milliseconds. `sleep(0)` yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** The real clock. n8n Cloud allows no timers except `sleep` from n8n-workflow. */
export const systemClock: Clock = { now: () => performance.now(), sleep };

/** The maximum time between two yields to the event loop, in milliseconds. */
const maxSliceMs = 10;

/**
 * Splits long computations into time slices, so that they don't block the event loop. Only one
 * slice runs at a time in a process. The event loop processes other work between two slices.
 *
 * Separate `sleep` calls in each computation aren't enough. With two long computations, each timer
 * would fire right after a slice of the other one, and Node.js would process nothing else.
 */
export class TimeSlicer {
	/** Resolves when the most recently requested slice may start. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * Runs a callback for each item, in as many time slices as needed. Rejects if the callback
	 * throws.
	 */
	async forEach<Item>(items: Iterable<Item>, step: (item: Item) => void): Promise<void> {
		let end = -Infinity;
		for (const item of items) {
			if (this.clock.now() >= end) {
				this.turn = this.turn.then(async () => {
					await this.clock.sleep(0);
				});
				// Waits for the previous slice to end before the `sleep` that precedes the next slice.
				await this.turn;
				end = this.clock.now() + maxSliceMs;
			}
			step(item);
		}
	}
}

/** Shared by all executions and polls of the process, because they share one event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
