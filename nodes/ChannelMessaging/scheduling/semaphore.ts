/** Limits the number of concurrent tasks. Tasks start in the order in which they call `acquire`. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	/** @param free the maximum number of concurrent tasks */
	constructor(private free: number) {}

	/**
	 * Resolves when the caller may start, with a function that must be called at the end of the task.
	 */
	async acquire(): Promise<() => void> {
		if (this.free > 0) this.free -= 1;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		return () => {
			const next = this.waiting.shift();
			if (next === undefined) this.free += 1;
			else next();
		};
	}
}
