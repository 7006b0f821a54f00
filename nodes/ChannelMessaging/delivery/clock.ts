/** Time as the delivery layer sees it: handed in, so that tests can run years in a moment. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after that many milliseconds; with 0, after the event loop had its turn. */
	sleep(milliseconds: number): Promise<void>;
}
