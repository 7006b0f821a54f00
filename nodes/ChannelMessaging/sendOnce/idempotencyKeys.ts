import type { Clock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/** Outlives this process. */
export interface KeyStore {
	/** Returns the keys that were already recorded. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/** Accepts keys until the write starts. */
interface Batch {
	keys: string[];
	known: Promise<ReadonlySet<string> | undefined>;
}

/**
 * The pause after each write, as a fraction of its duration, so that writes don't monopolize the
 * database.
 */
const pauseFraction = 0.25;

/**
 * The idempotency keys of a node's messages, shared by all executions of this process.
 *
 * Changes run one after another, because n8n's store rewrites all keys for each change, and
 * concurrent changes would be lost. Waiting keys are written together.
 */
export class IdempotencyKeys {
	/** Held while a message with the key is sent. */
	readonly locks = new KeyedLock();

	/** The start of the next write. Never rejects. */
	private storeReady: Promise<void> = Promise.resolve();

	private readonly batches: Partial<Record<keyof KeyStore, Batch | undefined>> = {};

	constructor(private readonly clock: Clock) {}

	/** Whether no key is locked, so that the keys can be evicted from memory. */
	get isIdle(): boolean {
		return this.locks.isFree;
	}

	/**
	 * The key must be locked. Returns whether a key to record was already in the store. Rejects if
	 * the store fails.
	 */
	async change(kind: keyof KeyStore, key: string, store: KeyStore): Promise<boolean> {
		const { keys, known } = (this.batches[kind] ??= this.newBatch(kind, store));
		keys.push(key);
		return (await known)?.has(key) === true;
	}

	private newBatch(kind: keyof KeyStore, store: KeyStore): Batch {
		const keys: string[] = [];
		const ready = this.storeReady.then(async () => {
			// Keys of the same turn of the event loop are written together.
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
