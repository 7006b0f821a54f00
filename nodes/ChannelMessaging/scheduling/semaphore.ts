/** A counting semaphore that serves callers in order. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	/** Resolves to a function that releases the semaphore. */
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
