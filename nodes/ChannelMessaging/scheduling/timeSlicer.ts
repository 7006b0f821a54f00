import { type Clock, systemClock } from './clock';

/** Between two yields to the event loop. */
const maxSliceMs = 10;

/**
 * Splits long computations into time slices, so that they don't block the event loop. Only one
 * slice runs at a time in a process. The event loop processes other work between slices.
 *
 * All computations share one slicer. With separate slicers, the timer of one computation would fire
 * right after a slice of another computation, and Node.js would process no other work.
 */
export class TimeSlicer {
	/** The start of the most recently requested time slice. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * The returned slice is already over. A computation calls `next` whenever its slice is over.
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
}

export interface TimeSlice {
	isOver(): boolean;
	/** Resolves when another time slice may start. */
	next(): Promise<void>;
}

/** Shared by all executions and polls of the process, because they share one event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
