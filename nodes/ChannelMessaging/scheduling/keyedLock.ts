import type { CancellationToken } from './cancellationToken';

/** A mutex per key. Only locked keys use memory. */
export class KeyedLock {
	/**
	 * Maps each locked key to a promise that resolves when the lock is released. The promise never
	 * rejects.
	 */
	private readonly held = new Map<string, Promise<void>>();

	/** Returns `undefined` if the execution was stopped before `perform` started. */
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
}
