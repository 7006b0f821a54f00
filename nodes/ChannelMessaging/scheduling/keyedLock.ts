import type { CancellationToken } from './cancellationToken';

/** The keys to lock. Shared locks on a key don't exclude each other. */
export interface LockedKeys {
	exclusive: readonly string[];
	/** Keys that are also in `exclusive` are locked exclusively. */
	shared: readonly string[];
}

/** The functions for which the next function may have to wait. The promises never reject. */
interface Turns {
	/** The latest function with an exclusive lock. It waits for all functions that precede it. */
	exclusive?: Promise<void> | undefined;
	/** The functions with a shared lock that follow `exclusive`. */
	shared: Set<Promise<void>>;
}

/**
 * A readers–writer lock for each key. Functions get a key's lock in the order in which they were
 * added.
 */
export class KeyedLock {
	/** The turns for each key. Unlocked keys have no entry. */
	private readonly turns = new Map<string, Turns>();

	/**
	 * Runs a function while holding the key's lock. Returns `undefined` if the execution is stopped
	 * before the function gets the lock.
	 */
	async run<Result>(
		key: string,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
		isShared = false,
	): Promise<Result | undefined> {
		if (cancellation.isStopped) return undefined;
		const { exclusive, shared }: Turns = this.turns.get(key) ?? { shared: new Set() };
		const earlier = [exclusive, ...(isShared ? [] : shared)].filter((turn) => turn !== undefined);
		let resolve: () => void = () => undefined;
		const turn = new Promise<void>((end) => {
			resolve = end;
		});
		this.turns.set(
			key,
			isShared ? { exclusive, shared: shared.add(turn) } : { exclusive: turn, shared: new Set() },
		);
		const end = () => {
			this.remove(key, turn);
			resolve();
		};
		if (earlier.length > 0) {
			const ready = Promise.all(earlier);
			await untilStopped(ready, cancellation);
			if (cancellation.isStopped) {
				// Later functions must still wait for the earlier functions.
				void ready.then(end);
				return undefined;
			}
		}
		try {
			return await perform();
		} finally {
			end();
		}
	}

	/** Runs a function while holding the locks on all keys. Apart from that, this works like `run`. */
	async runAll<Result>(
		{ exclusive, shared }: LockedKeys,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		const exclusives = new Set(exclusive);
		const lock = async ([key, ...others]: string[]): Promise<Result | undefined> =>
			key === undefined
				? await perform()
				: await this.run(key, cancellation, async () => await lock(others), !exclusives.has(key));
		// Sorting prevents a deadlock between two callers that list the same keys in different orders.
		return await lock([...new Set([...exclusive, ...shared])].sort());
	}

	private remove(key: string, turn: Promise<void>): void {
		const turns = this.turns.get(key);
		if (turns === undefined) return;
		if (turns.exclusive === turn) turns.exclusive = undefined;
		turns.shared.delete(turn);
		if (turns.exclusive === undefined && turns.shared.size === 0) this.turns.delete(key);
	}
}

/** Resolves when the promise resolves or the execution is stopped. */
async function untilStopped(
	promise: Promise<unknown>,
	cancellation: CancellationToken,
): Promise<void> {
	await new Promise<void>((resolve) => {
		const removeListener = cancellation.onStop(resolve);
		void promise.then(removeListener).then(resolve);
	});
}
