import { type Clock, systemClock } from './clock';

/** Maximum time between two yields to the event loop. */
const maxSliceMs = 10;

/**
 * Splits long computations into slices and lets the event loop do other work in between. There is
 * one slicer per process, with one slice at a time: with several, the timer of one computation
 * would fire right after a slice of another, and nothing else would get its turn.
 */
export class TimeSlicer {
	/** Resolves when the latest requested slice starts. */
	private turn: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * Already over, so the computation must first await `next`. Concurrent tasks of one computation
	 * can share a slice.
	 */
	slice(): TimeSlice {
		let end = -Infinity;
		let pending: Promise<void> | undefined;
		return {
			isOver: () => this.clock.now() >= end,
			next: () => {
				if (pending !== undefined) return pending;
				// After the previous slice, and after other work. Return the promise itself: the timer of a
				// derived one would start before this slice.
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

// A generator would delay the work of a slice until after the timer of the next slice has started.

/** `Array.map` in time slices. */
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

/** `for … of` in time slices. The items are visited one after another. */
export async function visitInSlices<Item>(
	items: Iterable<Item>,
	slice: TimeSlice,
	visit: (item: Item) => Promise<void>,
): Promise<void> {
	for (const item of items) {
		if (slice.isOver()) await slice.next();
		await visit(item);
	}
}

/** `Array.find` in time slices. */
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

/** One per process, like the event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
