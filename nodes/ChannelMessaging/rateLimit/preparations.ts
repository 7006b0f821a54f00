import type { Waiter } from './flow';

/** The maximum time ahead, because a crash loses prepared messages. */
const maxAheadMs = 2_000;

/** Each key can wait until a batch of other keys is written. */
const preparationsInTurn = 2;

/** How much the duration can decrease from one preparation to the next. */
const decrease = 0.9;

/**
 * Decides how many requests to prepare ahead of their turns: as many as the limit permits during
 * two preparations. After a crash, prepared messages aren't sent, because their keys are recorded.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class Preparations {
	/** Waiting requests that are being prepared or are ready. */
	private readonly ahead = new Set<Waiter>();

	/** The duration of recent preparations. */
	private durationMs: number;

	/** Consecutive requests that needed no permit after all, such as duplicates. */
	private unneededInARow = 0;

	/** @param windowMs at first, the requests in one window are prepared together */
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
