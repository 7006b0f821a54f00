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

/** The maximum time between two yields to the event loop, in milliseconds. */
const maxSliceMs = 10;

/**
 * Splits long computations into time slices, so that they don't block the event loop. Only one
 * slice runs at a time in a process. The event loop processes other work between slices.
 *
 * All computations share one slicer. With separate slicers, the timer of one computation would fire
 * right after a slice of another computation, and Node.js would process no other work.
 */
export class TimeSlicer {
	/** Resolves when the most recently requested time slice may start. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * Returns a time slice that is already over. A computation calls `next` whenever its slice is over.
	 * Concurrent parts of a computation can share a slice.
	 */
	slice(): TimeSlice {
		let end = -Infinity;
		let pending: Promise<void> | undefined;
		return {
			isOver: () => this.clock.now() >= end,
			next: () => {
				if (pending !== undefined) return pending;
				// Starts when the previous time slice has ended and the event loop has processed other
				// work. Returns this promise itself: with another one, the timer of the following slice
				// would start before this slice.
				pending = this.turn.then(async () => {
					await this.clock.sleep(0);
					pending = undefined;
					end = this.clock.now() + maxSliceMs;
				});
				this.turn = pending;
				return pending;
			},
		};
	}

	/**
	 * Runs a callback for each item, in as many time slices as needed. Rejects if the callback
	 * throws.
	 */
	async forEach<Item>(items: Iterable<Item>, step: (item: Item) => void): Promise<void> {
		const slice = this.slice();
		for (const item of items) {
			if (slice.isOver()) await slice.next();
			step(item);
		}
	}
}

export interface TimeSlice {
	isOver(): boolean;
	/** Resolves when another time slice may start. */
	next(): Promise<void>;
}

/**
 * The time slicer for all executions and polls of the process, because they share one event loop.
 */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
