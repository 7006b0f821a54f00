import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/** Outlives this process. */
export interface KeyStore {
	/** Returns the keys that were already recorded. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/** Unused nodes are remembered, so that their database rows aren't checked for each message. */
const retentionMs = 10 * 60_000;

export interface NodeKeys {
	sent: IdempotencyKeys;
	store: KeyStore;
}

/** Accepts keys until the write starts. */
interface Batch {
	keys: string[];
	known: Promise<ReadonlySet<string> | undefined>;
}

/**
 * Per node. The oldest keys are evicted. n8n stores all keys of a node in one database row, and
 * rewrites the whole row for each change.
 */
const maxKeys = 50_000;

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

const inStore: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };

interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: Pick<
		DeduplicationHelperFunctions,
		'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
	>;
}

/** Resolves when the database row exists, or when creating it has failed. */
interface RegisteredKeys {
	sent: IdempotencyKeys;
	hasRow: Promise<void>;
	usedAt: number;
}

/** Outlives executions, because all executions of a node use the same database row. */
export class KeyRegistry {
	private readonly keys = new Map<string, RegisteredKeys>();

	constructor(private readonly clock: Clock) {}

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
		const now = this.clock.now();
		for (const [owner, { sent, usedAt }] of this.keys) {
			if (sent.isIdle && now - usedAt > retentionMs) this.keys.delete(owner);
		}
		const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
		const known = this.keys.get(owner);
		if (known !== undefined) {
			known.usedAt = now;
			return known;
		}
		const sent = new IdempotencyKeys(this.clock);
		const created = { sent, hasRow: makeRow(context), usedAt: now };
		this.keys.set(owner, created);
		return created;
	}
}

const registry = new KeyRegistry(systemClock);

export function idempotencyKeysOf(context: Context): NodeKeys {
	return registry.keysFor(context);
}

/**
 * Otherwise, several workers could try to create the row concurrently, and all but one would fail.
 */
async function makeRow({ helpers }: Context): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', inStore);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', inStore);
	} catch {
		// Another worker may have created the row. If recording keys also fails, that error is
		// reported.
	}
}
