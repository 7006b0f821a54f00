import type { CancellationToken } from './cancellationToken';

/** A mutex per key. Unlocked keys use no memory. */
export class KeyedLock {
	/** Resolves when the lock is released. Never rejects. */
	private readonly held = new Map<string, Promise<void>>();

	/** `undefined` if the execution was stopped first. */
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
