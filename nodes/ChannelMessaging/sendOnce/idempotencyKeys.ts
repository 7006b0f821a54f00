import type { Clock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';
import { type KeyStore, maxKeys } from './keyStore';

/** A group of keys that are written together. Accepts more keys until the write starts. */
interface Batch {
	keys: string[];
	known: Promise<ReadonlySet<string> | undefined>;
}

/**
 * The pause after each write, as a fraction of the write's duration, so that writes don't
 * monopolize the database.
 */
const pauseFraction = 0.25;

/**
 * The idempotency keys of a node's messages, shared by all executions in this process.
 *
 * n8n's store rewrites all keys for each change, so concurrent changes would overwrite each other.
 * Changes are therefore written one after another. Waiting keys are combined into one write.
 */
export class IdempotencyKeys {
	/** Locks by idempotency key. A lock is held while its message is sent. */
	readonly locks = new KeyedLock();

	/**
	 * The latest keys that this process recorded, because another process can overwrite them in the
	 * store.
	 */
	private readonly recorded = new Set<string>();

	private readonly batches: Partial<Record<keyof KeyStore, Batch | undefined>> = {};

	/**
	 * @param storeReady resolves when the database row exists, so that the first write may start.
	 * Must never reject.
	 */
	constructor(
		private readonly clock: Clock,
		private storeReady: Promise<void>,
	) {}

	/**
	 * Records or removes a key. The caller must hold the key's lock. Returns whether the key was
	 * already recorded. Rejects if the store fails.
	 */
	async change(kind: keyof KeyStore, key: string, store: KeyStore): Promise<boolean> {
		const { keys, known } = (this.batches[kind] ??= this.newBatch(kind, store));
		keys.push(key);
		const wasStored = (await known)?.has(key) === true;
		const wasRecorded = this.recorded.delete(key);
		if (kind === 'record') this.recorded.add(key);
		const [oldest] = this.recorded;
		if (this.recorded.size > maxKeys && oldest !== undefined) this.recorded.delete(oldest);
		return wasStored || wasRecorded;
	}

	private newBatch(kind: keyof KeyStore, store: KeyStore): Batch {
		const keys: string[] = [];
		const ready = this.storeReady.then(async () => {
			// Combines all keys that are added in the same turn of the event loop.
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
