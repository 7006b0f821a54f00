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

/** How long one slice may keep the event loop, in milliseconds. */
const longestSlice = 10;

/**
 * Shares the event loop among all executions of the process that have much to do in one go, and
 * everybody else. Only one of them has it at a time, and between any two slices it goes round.
 *
 * A pause of each on its own is not enough: when a timer ends while another execution is busy, it
 * runs right after it, and with two of them Node.js never comes to anything but their timers.
 */
export class TimeSlicer {
	/** Resolves when the event loop has gone round after everybody's slices. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/** Does a step for each item, in as many slices as it takes. Rejects with what a step throws. */
	async forEach<Item>(items: Iterable<Item>, step: (item: Item) => void): Promise<void> {
		let end = -Infinity;
		for (const item of items) {
			if (this.clock.now() >= end) {
				this.turn = this.turn.then(async () => {
					await this.clock.sleep(0);
				});
				// Whoever waits in turn for the next one sleeps only after this slice.
				await this.turn;
				end = this.clock.now() + longestSlice;
			}
			step(item);
		}
	}
}

/** One for all executions and polls of the process: they have one event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
