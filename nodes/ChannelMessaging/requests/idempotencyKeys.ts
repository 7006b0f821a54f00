import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { KeyMemory } from './keyMemory';

/** Where the keys of sent messages are kept, outside of this process. */
export interface KeyStore {
	/** Records keys. Gives those of them that were recorded before. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<void>;
}

/** Keys that are changed together. Takes more of them until the change begins. */
interface Batch<Result> {
	readonly keys: string[];
	readonly done: Promise<Result>;
}

/** The store rests so long after a change, as a part of the time that the change took. */
const rest = 0.25;

/**
 * The keys for which one node sends its messages, for all executions of this process. A store knows
 * only to read all keys, change them, and write them back: two changes at once would lose one. So
 * changes go one after the other here, and those that come together are written together.
 */
export class IdempotencyKeys {
	/** What is under way for each key. */
	private readonly locks = new Map<string, Promise<unknown>>();

	/** Resolves when the store may be changed. Never rejects. */
	private storeReady: Promise<void> = Promise.resolve();

	private toRecord: Batch<ReadonlySet<string>> | undefined;

	private toRemove: Batch<void> | undefined;

	/** What this process sent for: the store needn't be asked for these keys. */
	readonly memory = new KeyMemory();

	constructor(private readonly clock: Clock) {}

	/**
	 * Does something for a key once nobody else in this process does; nothing, with `undefined` as the
	 * result, when cancelled before.
	 */
	async lock<Result>(
		key: string,
		stop: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		for (;;) {
			if (stop.isCancelled) return undefined;
			const other = this.locks.get(key);
			if (other === undefined) break;
			await new Promise<void>((resolve) => {
				const stay = stop.onCancel(resolve);
				void other
					.catch(() => undefined)
					.then(stay)
					.then(resolve);
			});
		}
		const result = perform().finally(() => {
			this.locks.delete(key);
		});
		this.locks.set(key, result);
		return await result;
	}

	async remembers(key: string): Promise<boolean> {
		if (!this.memory.has(key)) return false;
		// Thousands of such keys in one go would keep the event loop.
		await this.clock.sleep(0);
		return true;
	}

	/** Records a locked key. Says whether it was known before. Rejects when the store can't be used. */
	async record(key: string, store: KeyStore): Promise<boolean> {
		this.toRecord ??= this.newBatch(async (keys) => {
			this.toRecord = undefined;
			return await store.record(keys);
		});
		this.toRecord.keys.push(key);
		const known = await this.toRecord.done;
		return known.has(key);
	}

	/** Takes a locked key out again. Rejects when the store can't be used. */
	async remove(key: string, store: KeyStore): Promise<void> {
		this.toRemove ??= this.newBatch(async (keys) => {
			this.toRemove = undefined;
			await store.remove(keys);
		});
		this.toRemove.keys.push(key);
		await this.toRemove.done;
	}

	private newBatch<Result>(change: (keys: readonly string[]) => Promise<Result>): Batch<Result> {
		const keys: string[] = [];
		const ready = this.storeReady.then(async () => {
			// The keys of a burst come in the same turn of the event loop.
			await this.clock.sleep(0);
		});
		const done = ready.then(async () => await change(keys));
		this.storeReady = ready.then(async () => {
			const start = this.clock.now();
			await done.catch(() => undefined);
			await this.clock.sleep(rest * (this.clock.now() - start));
		});
		return { keys, done };
	}
}
