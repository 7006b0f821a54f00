import { type Clock, systemClock } from './clock';

/** The maximum time between two yields to the event loop. */
const maxSliceMs = 10;

/**
 * Splits long computations into slices so that the event loop can do other work between them. A
 * process has a single slicer that runs one slice at a time. With several slicers, the timer of one
 * computation would fire right after another computation's slice, and other work would never run.
 */
export class TimeSlicer {
	/** Resolves when the most recently requested slice starts. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * Creates a slice that is already over, so a computation must await `next` before it starts.
	 * Concurrent tasks of a computation can share a slice.
	 */
	slice(): TimeSlice {
		let end = -Infinity;
		let pending: Promise<void> | undefined;
		return {
			isOver: () => this.clock.now() >= end,
			next: () => {
				if (pending !== undefined) return pending;
				// Wait for the previous slice and for other work. `next` must return this promise itself
				// because the timer of a derived promise would start before this slice.
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
	/** Resolves at the start of a new slice. */
	next(): Promise<void>;
}

// The following functions aren't generators, because a generator would delay the work of a slice
// until the timer of the next slice has started.

/** Works like `Array.map`, but in time slices. */
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

/** Works like `for … of`, but in time slices. Visits one item at a time. */
export async function visitInSlices<Item>(
	items: Iterable<Item>,
	slice: TimeSlice,
	visit: (item: Item) => Promise<void> | void,
): Promise<void> {
	for (const item of items) {
		if (slice.isOver()) await slice.next();
		await visit(item);
	}
}

/** Works like `Array.find`, but in time slices. */
export async function findInSlices<Item>(
	items: Iterable<Item>,
	slice: TimeSlice,
	matches: (item: Item) => boolean,
): Promise<Item | undefined> {
	for (const item of items) {
		if (slice.isOver()) await slice.next();
		if (matches(item)) return item;
	}
	return undefined;
}

/** A process has only one event loop, so it needs only one slicer. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
