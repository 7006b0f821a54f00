import { type Clock, systemClock } from './clock';

/** Maximum time between two yields to the event loop. */
const maxSliceMs = 10;

/**
 * Splits long computations into time slices, so that they don't block the event loop. Only one
 * slice runs at a time in each process. The event loop does other work between slices.
 *
 * All computations share one slicer. With separate slicers, the timer of one computation would fire
 * right after a slice of another computation, and Node.js couldn't do any other work in between.
 */
export class TimeSlicer {
	/** Resolves when the most recently requested time slice starts. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * Returns a slice that is already over. A computation must call `next` whenever its slice is
	 * over. Concurrent tasks of the same computation can share a slice.
	 */
	slice(): TimeSlice {
		let end = -Infinity;
		let pending: Promise<void> | undefined;
		return {
			isOver: () => this.clock.now() >= end,
			next: () => {
				if (pending !== undefined) return pending;
				// The next slice starts after the previous slice has ended and the event loop has done
				// other work. The promise itself must be returned. With a derived promise, the timer of the
				// next slice would start before this slice.
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
	/** Resolves when the computation may continue in a new time slice. */
	next(): Promise<void>;
}

/** Like `Array.map`, but in time slices. */
export async function mapInSlices<Item, Result>(
	items: readonly Item[],
	slice: TimeSlice,
	visit: (item: Item, index: number) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const [index, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		results.push(visit(item, index));
	}
	return results;
}

/** Like `Array.find`, but in time slices. */
export async function findInSlices<Item>(
	items: readonly Item[],
	slice: TimeSlice,
	matches: (item: Item) => boolean,
): Promise<Item | undefined> {
	for (const item of items) {
		if (slice.isOver()) await slice.next();
		if (matches(item)) return item;
	}
	return undefined;
}

/** All executions and polls of a process share this slicer, because they share one event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
