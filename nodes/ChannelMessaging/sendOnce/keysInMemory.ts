import type { Clock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';
import { BatchedKeyWrites } from './batchedKeyWrites';
import { type KeyStore, maxKeys } from './keyStore';

/** The idempotency keys of a node, shared by all executions in this process. */
export class KeysInMemory {
	/** The lock of each key is held while its message is sent. */
	readonly locks = new KeyedLock();

	/**
	 * The latest recorded keys. They are also kept in memory, because another process can overwrite
	 * them in the store.
	 */
	private readonly recorded = new Set<string>();

	private readonly writes: BatchedKeyWrites;

	/** @param storeReady resolves when the database row exists and never rejects */
	constructor(clock: Clock, storeReady: Promise<void>) {
		this.writes = new BatchedKeyWrites(clock, storeReady);
	}

	/**
	 * Records or removes a key and returns whether it was already recorded. The caller must hold the
	 * key's lock. Rejects if the store fails.
	 */
	async change(kind: keyof KeyStore, key: string, store: KeyStore): Promise<boolean> {
		const wasStored = await this.writes.write(kind, key, store);
		const wasRecorded = this.recorded.delete(key);
		if (kind === 'record') this.recorded.add(key);
		const [oldest] = this.recorded;
		if (this.recorded.size > maxKeys && oldest !== undefined) this.recorded.delete(oldest);
		return wasStored || wasRecorded;
	}
}
