import type { Waiter } from './flow';

/**
 * The maximum time by which requests are prepared ahead of their turns, because a crash loses
 * prepared messages.
 */
const maxAheadMs = 2_000;

/**
 * The number of consecutive preparations for which to plan, because a key may first have to wait
 * for another batch of keys to be written.
 */
const preparationsInTurn = 2;

/** The fraction to which the duration can decrease from one preparation to the next. */
const decrease = 0.9;

/**
 * Determines how many requests to prepare ahead of their turns: as many as the limit permits during
 * two preparations. After a crash, prepared messages aren't sent, because their keys are recorded.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class Preparations {
	/** Waiting requests that are being prepared or are ready. */
	private readonly ahead = new Set<Waiter>();

	/** The duration of recent preparations. */
	private durationMs: number;

	/** The number of consecutive requests that turned out to need no permit, such as duplicates. */
	private unneededInARow = 0;

	/** @param windowMs the window, all of whose requests are prepared together at first */
	constructor(private readonly windowMs: number) {
		this.durationMs = windowMs / preparationsInTurn;
	}

	/**
	 * @param requestsIn returns how many requests the limit permits in the given number of
	 * milliseconds
	 */
	mayPrepare(requestsIn: (milliseconds: number) => number): boolean {
		const aheadMs = Math.min(maxAheadMs, preparationsInTurn * this.durationMs);
		const unneeded = Math.min(this.unneededInARow, requestsIn(this.windowMs));
		return this.ahead.size < 1 + Math.ceil(requestsIn(aheadMs)) + unneeded;
	}

	started(waiter: Waiter): void {
		this.ahead.add(waiter);
	}

	ended(durationMs: number, isNeeded: boolean): void {
		this.durationMs = Math.max(durationMs, decrease * this.durationMs);
		this.unneededInARow = isNeeded ? 0 : this.unneededInARow + 1;
	}

	/** Must be called for requests that are no longer waiting. */
	remove(waiter: Waiter): void {
		this.ahead.delete(waiter);
	}
}
