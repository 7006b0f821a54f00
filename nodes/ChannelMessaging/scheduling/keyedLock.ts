import type { CancellationToken } from './cancellationToken';

/** A mutex per key. Unlocked keys use no memory. */
export class KeyedLock {
	/** Promises that resolve when the lock on the key is released. They never reject. */
	private readonly held = new Map<string, Promise<void>>();

	/**
	 * Runs a function while holding the lock. Returns `undefined` if the execution is stopped before
	 * it gets the lock.
	 */
	async run<Result>(
		key: string,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		for (;;) {
			if (cancellation.isStopped) return undefined;
			const owner = this.held.get(key);
			if (owner === undefined) break;
			await new Promise<void>((resolve) => {
				const removeListener = cancellation.onStop(resolve);
				void owner.then(removeListener).then(resolve);
			});
		}
		const result = perform();
		const release = () => void this.held.delete(key);
		this.held.set(key, result.then(release, release));
		return await result;
	}

	/** Like `run`, while holding the locks on all keys. */
	async runAll<Result>(
		keys: readonly string[],
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		const lock = async ([key, ...others]: string[]): Promise<Result | undefined> =>
			key === undefined
				? await perform()
				: await this.run(key, cancellation, async () => await lock(others));
		// Two callers with different orders could wait for each other forever.
		return await lock([...new Set(keys)].sort());
	}
}
