import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';

/** Stores keys in n8n's database so that they survive a restart. */
export interface KeyStore {
	/** Records keys and returns those that were already recorded. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/**
 * The maximum number of keys per node. Beyond it, the oldest keys are evicted. n8n rewrites the
 * whole database row on each change.
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
 * Creates the database row in advance. If several workers recorded their first keys concurrently,
 * each worker would try to create the row, and all but one would fail.
 */
export async function createRow(helpers: StoreHelpers): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', options);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', options);
	} catch {
		// Another worker has probably created the row. If not, recording a key fails with the same
		// error.
	}
}
