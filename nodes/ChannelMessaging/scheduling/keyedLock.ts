import type { CancellationToken } from './cancellationToken';

/** One lock for each key. Keys that nobody holds take no memory. */
export class KeyedLock {
	/** The end of the work that holds each key. Never rejects. */
	private readonly held = new Map<string, Promise<void>>();

	/** Whether no key is locked. */
	get isFree(): boolean {
		return this.held.size === 0;
	}

	/**
	 * Performs work while it holds the lock of a key, and returns the work's result; `undefined` if
	 * cancelled before the work starts.
	 */
	async run<Result>(
		key: string,
		stop: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		for (;;) {
			if (stop.isCancelled) return undefined;
			const holder = this.held.get(key);
			if (holder === undefined) break;
			await new Promise<void>((resolve) => {
				const removeListener = stop.onCancel(resolve);
				void holder.then(removeListener).then(resolve);
			});
		}
		const result = perform();
		const release = () => void this.held.delete(key);
		this.held.set(key, result.then(release, release));
		return await result;
	}
}
