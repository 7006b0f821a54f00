import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';

/** A persistent store for idempotency keys, which survive a restart of n8n. */
export interface KeyStore {
	/** Records all keys, and returns the keys that had already been recorded. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/**
 * The maximum number of keys per node. n8n evicts the oldest keys. It stores all keys of a node in
 * one database row, and rewrites the row for each change.
 */
export const maxKeys = 50_000;

const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };

export type StoreHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
>;

export function keyStore(helpers: StoreHelpers): KeyStore {
	return {
		record: async (keys) => {
			const { processed } = await helpers.checkProcessedAndRecord([...keys], 'node', options);
			return new Set(processed.map(String));
		},
		remove: async (keys) => {
			await helpers.removeProcessed([...keys], 'node', options);
		},
	};
}

/**
 * Creates the database row before keys are recorded. If several workers recorded their first keys
 * concurrently, each worker would try to create the row, and only one would succeed.
 */
export async function createRow(helpers: StoreHelpers): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', options);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', options);
	} catch {
		// Ignores the error, because another worker may have created the row. If recording a key also
		// fails, the user sees that error.
	}
}
