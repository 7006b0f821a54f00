import type { Clock } from '../scheduling/clock';
import type { KeyStore } from './keyStore';

/** Keys that are written together. More keys can be added until the write starts. */
interface Batch {
	keys: string[];
	known: Promise<ReadonlySet<string> | undefined>;
}

/**
 * The pause after each write, as a fraction of the write's duration, so that writes don't monopolize
 * the database.
 */
export const pauseFraction = 0.25;

/**
 * The changes to a node's keys in the store. The store rewrites all keys on each change, so
 * concurrent changes would overwrite each other. Changes are therefore written one after another,
 * and waiting keys are written in batches.
 */
export class BatchedKeyWrites {
	private readonly batches: Partial<Record<keyof KeyStore, Batch | undefined>> = {};

	/** @param storeReady resolves when the database row exists and never rejects */
	constructor(
		private readonly clock: Clock,
		private storeReady: Promise<void>,
	) {}

	/**
	 * Records or removes a key and returns whether the store already contained it. Rejects if the
	 * store fails.
	 */
	async write(kind: keyof KeyStore, key: string, store: KeyStore): Promise<boolean> {
		const { keys, known } = (this.batches[kind] ??= this.newBatch(kind, store));
		keys.push(key);
		return (await known)?.has(key) === true;
	}

	private newBatch(kind: keyof KeyStore, store: KeyStore): Batch {
		const keys: string[] = [];
		const ready = this.storeReady.then(async () => {
			// Wait for other keys that are added in the same iteration of the event loop.
			await this.clock.sleep(0);
		});
		const known = ready.then(async () => {
			this.batches[kind] = undefined;
			return await store[kind](keys);
		});
		this.storeReady = ready.then(async () => {
			const start = this.clock.now();
			await known.catch(() => undefined);
			await this.clock.sleep(pauseFraction * (this.clock.now() - start));
		});
		return { keys, known };
	}
}
