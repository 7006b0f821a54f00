import { sleep } from 'n8n-workflow';

/** A clock that tests can replace with a simulated one. */
export interface Clock {
	/** Returns a monotonic time in milliseconds. Changes of the system time don't affect it. */
	now(): number;
	/** Resolves after the time. A sleep of 0 yields to the event loop. */
	sleep(milliseconds: number): Promise<void>;
}

/** The real clock. n8n Cloud allows no timers except `sleep` of n8n-workflow. */
export const systemClock: Clock = { now: () => performance.now(), sleep };

/** The maximum time between two yields to the event loop, in milliseconds. */
const maxSliceMs = 10;

/**
 * Splits long computations into slices, so that they don't block the event loop. Only one
 * computation of the process runs a slice at a time, and the event loop processes other work
 * between two slices.
 *
 * Independent pauses aren't enough: a timer that expires during another execution's slice fires
 * right after that slice. With two such executions, Node.js would process nothing except their
 * timers.
 */
export class TimeSlicer {
	/** Resolves when the slice that was requested last may start. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/** Runs a step for each item, in as many slices as needed. Rejects if a step throws. */
	async forEach<Item>(items: Iterable<Item>, step: (item: Item) => void): Promise<void> {
		let end = -Infinity;
		for (const item of items) {
			if (this.clock.now() >= end) {
				this.turn = this.turn.then(async () => {
					await this.clock.sleep(0);
				});
				// The sleep of the next slice starts only after this slice.
				await this.turn;
				end = this.clock.now() + maxSliceMs;
			}
			step(item);
		}
	}
}

/** Shared by all executions and polls of the process, because they share one event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
