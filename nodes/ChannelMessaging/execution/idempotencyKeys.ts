import { createHash } from 'node:crypto';
import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedQueue';

/** Where the keys of sent messages are kept, outside of this process. */
export interface KeyStore {
	/** Records keys. Gives those of them that were recorded before. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/** The keys of the node, and where this run records them. */
export interface RunKeys {
	sent: IdempotencyKeys;
	store: KeyStore;
}

/** Keys that are changed together. Takes more of them until the change begins. */
interface Batch {
	keys: string[];
	known: Promise<ReadonlySet<string> | undefined>;
}

/**
 * How many keys are remembered of a node; the oldest are forgotten then. Here they take about 3 MB.
 * n8n keeps them in one row of its database, which it reads and writes whole at each change.
 */
export const mostKeys = 50_000;

/** The store rests so long after a change, as a part of the time that the change took. */
const rest = 0.25;

/**
 * How long the keys of a node stay in memory after their last use, in milliseconds. n8n's store keeps
 * them; memory only saves reading it again for executions that follow each other closely.
 */
export const maxIdleMs = 3_600_000;

/**
 * The keys for which one node sends its messages, for all executions of this process. A store knows
 * only to read all keys, change them, and write them back: two changes at once would lose one. So
 * changes go one after the other here, and those that come together are written together.
 */
export class IdempotencyKeys {
	/** Held while a message is sent for a key. */
	readonly locks = new KeyedLock();

	/** Resolves when the store may be changed. Never rejects. */
	private storeReady: Promise<void> = Promise.resolve();

	private readonly batches: Partial<Record<keyof KeyStore, Batch | undefined>> = {};

	/**
	 * The latest keys for which this process sent, the oldest first, as hashes: some keys are long, or
	 * private. Another process may still take its keys out of the store again.
	 */
	private readonly remembered = new Set<string>();

	private lastUsedAt: number;

	constructor(private readonly clock: Clock) {
		this.lastUsedAt = clock.now();
	}

	/** Whether the keys can be evicted from memory: none is in use, and none was for an hour. */
	get isIdle(): boolean {
		return this.locks.isFree && this.clock.now() - this.lastUsedAt >= maxIdleMs;
	}

	/** Takes note that a message was sent for a key, or may have been. */
	remember(key: string): void {
		this.lastUsedAt = this.clock.now();
		const hash = hashOf(key);
		this.remembered.delete(hash);
		this.remembered.add(hash);
		const [oldest] = this.remembered;
		if (this.remembered.size > mostKeys && oldest !== undefined) this.remembered.delete(oldest);
	}

	/** Whether this process sent for a key: then the store needn't be asked. */
	async remembers(key: string): Promise<boolean> {
		this.lastUsedAt = this.clock.now();
		if (!this.remembered.has(hashOf(key))) return false;
		// Thousands of such keys in one go would keep the event loop.
		await this.clock.sleep(0);
		return true;
	}

	/**
	 * Records a locked key, or takes it out again. Says whether one to be recorded was known before.
	 * Rejects when the store can't be used.
	 */
	async change(kind: keyof KeyStore, key: string, store: KeyStore): Promise<boolean> {
		const { keys, known } = (this.batches[kind] ??= this.newBatch(kind, store));
		keys.push(key);
		return (await known)?.has(key) === true;
	}

	private newBatch(kind: keyof KeyStore, store: KeyStore): Batch {
		const keys: string[] = [];
		const ready = this.storeReady.then(async () => {
			// The keys of a burst come in the same turn of the event loop.
			await this.clock.sleep(0);
		});
		const known = ready.then(async () => {
			this.batches[kind] = undefined;
			return await store[kind](keys);
		});
		this.storeReady = ready.then(async () => {
			const start = this.clock.now();
			await known.catch(() => undefined);
			await this.clock.sleep(rest * (this.clock.now() - start));
		});
		return { keys, known };
	}
}

function hashOf(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

const inStore: ICheckProcessedOptions = { mode: 'entries', maxEntries: mostKeys };

/** Where n8n gives access to its store of processed items. */
interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: Pick<
		DeduplicationHelperFunctions,
		'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
	>;
}

/** The keys of a node, and whether n8n has the row for them: resolved when it has, or can't make it. */
interface NodeKeys {
	sent: IdempotencyKeys;
	hasRow: Promise<void>;
}

/** The keys of all nodes. They outlive executions, because all executions of a node use the same row. */
export class KeyRegistry {
	private readonly keys = new Map<string, NodeKeys>();

	constructor(private readonly clock: Clock) {}

	/** Returns the node's keys of sent messages, in n8n's store of processed items. */
	keysFor(context: Context): RunKeys {
		const { helpers } = context;
		const { sent, hasRow } = this.nodeKeys(context);
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

	private nodeKeys(context: Context): NodeKeys {
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
export function processedKeys(context: Context): RunKeys {
	return registry.keysFor(context);
}

/**
 * Has n8n make the row of a node that has no keys yet: of several workers that record the first ones
 * at the same moment, each would make it, and all but one would fail.
 */
async function makeRow({ helpers }: Context): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', inStore);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', inStore);
	} catch {
		// Another worker was faster; or recording fails too, and says why.
	}
}
