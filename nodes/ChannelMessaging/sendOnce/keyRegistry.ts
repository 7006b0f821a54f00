import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import type { Clock } from '../scheduling/clock';
import { IdempotencyKeys, type KeyStore } from './idempotencyKeys';

/**
 * Inactive nodes stay registered for some time, so that n8n's database isn't checked before every
 * message.
 */
const retentionMs = 10 * 60_000;

export interface NodeKeys {
	sent: IdempotencyKeys;
	store: KeyStore;
}

/**
 * The maximum number of keys per node. n8n evicts the oldest keys. It stores all keys of a node in
 * one database row, and rewrites the row for each change.
 */
const maxKeys = 50_000;

const inStore: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };

interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: Pick<
		DeduplicationHelperFunctions,
		'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
	>;
}

interface RegisteredKeys {
	sent: IdempotencyKeys;
	/** Resolves when the database row exists, or after an attempt to create the row has failed. */
	hasRow: Promise<void>;
	usedAt: number;
}

/**
 * Registers the keys of each node across executions, because all executions of a node share a
 * database row.
 */
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

/**
 * Creates the database row in advance. If several workers recorded the first keys concurrently,
 * each worker would try to create the row, and only one would succeed.
 */
async function makeRow({ helpers }: Context): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', inStore);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', inStore);
	} catch {
		// Ignores the error, because another worker may have created the row. If recording a key also
		// fails, the user sees that error.
	}
}
