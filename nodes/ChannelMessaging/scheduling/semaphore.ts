/** Limits how many tasks run at the same time. Tasks start in the order of their calls. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	/** @param free the maximum number of concurrent tasks */
	constructor(private free: number) {}

	/** Resolves when the task may start. The task must call the returned function when it has ended. */
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
