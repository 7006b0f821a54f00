import { createHash } from 'node:crypto';
import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedQueue';

/** The store of the keys of sent messages, outside this process. */
export interface KeyStore {
	/** Records keys, and returns those that were already recorded. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/** The keys of one node's messages, and the store that this execution uses. */
export interface NodeKeys {
	sent: IdempotencyKeys;
	store: KeyStore;
}

/** Keys that are written together. Accepts more keys until the write starts. */
interface Batch {
	keys: string[];
	known: Promise<ReadonlySet<string> | undefined>;
}

/**
 * The maximum number of keys per node; the oldest keys are evicted. They take about 3 MB in this
 * process. n8n keeps the keys of a node in one row of its database, and reads and writes the whole
 * row with each change.
 */
const maxKeys = 50_000;

/**
 * Pause after each write, as a fraction of the write's duration, so that writes don't monopolize
 * the database.
 */
const pauseFraction = 0.25;

/**
 * How long a node's keys stay in memory after their last use, in milliseconds. n8n's store keeps
 * them longer; the memory only saves reading the store in executions that follow each other
 * closely.
 */
export const maxIdleMs = 3_600_000;

/**
 * The idempotency keys of one node's messages, for all executions of this process. The store can
 * only read all keys, change them, and write them back, so that one of two concurrent changes would
 * be lost. That's why changes run one after another, and waiting keys are written together.
 */
export class IdempotencyKeys {
	/** A lock per key, held while a message is sent. */
	readonly locks = new KeyedLock();

	/** Resolves when the next write may start. Never rejects. */
	private storeReady: Promise<void> = Promise.resolve();

	private readonly batches: Partial<Record<keyof KeyStore, Batch | undefined>> = {};

	/**
	 * The latest keys of messages that this process sent, oldest first. Hashed, because keys can be
	 * long or private. Keys of other processes aren't included, because those processes may still
	 * remove them from the store.
	 */
	private readonly remembered = new Set<string>();

	private lastUsedAt: number;

	constructor(private readonly clock: Clock) {
		this.lastUsedAt = clock.now();
	}

	/** Whether the keys can be evicted from memory: none is locked, and none was used for an hour. */
	get isIdle(): boolean {
		return this.locks.isFree && this.clock.now() - this.lastUsedAt >= maxIdleMs;
	}

	/** Remembers that a message with the key was sent, or may have been sent. */
	remember(key: string): void {
		this.lastUsedAt = this.clock.now();
		const hash = hashOf(key);
		this.remembered.delete(hash);
		this.remembered.add(hash);
		const [oldest] = this.remembered;
		if (this.remembered.size > maxKeys && oldest !== undefined) this.remembered.delete(oldest);
	}

	/**
	 * Returns whether this process sent a message with the key, or may have. Doesn't read the store.
	 */
	async remembers(key: string): Promise<boolean> {
		this.lastUsedAt = this.clock.now();
		if (!this.remembered.has(hashOf(key))) return false;
		// Yields, because thousands of keys in a row would block the event loop.
		await this.clock.sleep(0);
		return true;
	}

	/**
	 * Records or removes a locked key. Returns whether a key to be recorded was already in the store.
	 * Rejects if the store fails.
	 */
	async change(kind: keyof KeyStore, key: string, store: KeyStore): Promise<boolean> {
		const { keys, known } = (this.batches[kind] ??= this.newBatch(kind, store));
		keys.push(key);
		return (await known)?.has(key) === true;
	}

	private newBatch(kind: keyof KeyStore, store: KeyStore): Batch {
		const keys: string[] = [];
		const ready = this.storeReady.then(async () => {
			// Collects all keys that are added in the same turn of the event loop.
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

function hashOf(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

const inStore: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };

/** The part of n8n's context that provides its store of processed items. */
interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: Pick<
		DeduplicationHelperFunctions,
		'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
	>;
}

/** `hasRow` resolves when n8n has a database row for the keys, or when creating it failed. */
interface RegisteredKeys {
	sent: IdempotencyKeys;
	hasRow: Promise<void>;
}

/**
 * The keys of all nodes. Outlives executions, because all executions of a node use the same row.
 */
export class KeyRegistry {
	private readonly keys = new Map<string, RegisteredKeys>();

	constructor(private readonly clock: Clock) {}

	/** Returns the node's keys of sent messages, stored in n8n's store of processed items. */
	keysFor(context: Context): NodeKeys {
		const { helpers } = context;
		const { sent, hasRow } = this.registeredKeys(context);
		return {
			sent,
			store: {
				record: async (keys) => {
					await hasRow;
					const { processed } = await helpers.checkProcessedAndRecord([...keys], 'node', inStore);
					return new Set(processed.map(String));
				},
				remove: async (keys) => {
					await helpers.removeProcessed([...keys], 'node', inStore);
				},
			},
		};
	}

	private registeredKeys(context: Context): RegisteredKeys {
		const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
		const known = this.keys.get(owner);
		if (known !== undefined) return known;
		for (const [otherOwner, { sent }] of this.keys) {
			if (sent.isIdle) this.keys.delete(otherOwner);
		}
		const created = { sent: new IdempotencyKeys(this.clock), hasRow: makeRow(context) };
		this.keys.set(owner, created);
		return created;
	}
}

const registry = new KeyRegistry(systemClock);

/** Returns the keys that all executions of a node share in this process. */
export function idempotencyKeysOf(context: Context): NodeKeys {
	return registry.keysFor(context);
}

/**
 * Creates the database row of a node that has no keys yet. Otherwise, if several workers recorded
 * their first keys concurrently, each would create the row, and all but one would fail.
 */
async function makeRow({ helpers }: Context): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', inStore);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', inStore);
	} catch {
		// Either another worker created the row first, or recording fails too and reports the error.
	}
}
