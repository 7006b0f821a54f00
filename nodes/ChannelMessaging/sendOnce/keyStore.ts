import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';

/** Survives a restart of n8n. */
export interface KeyStore {
	/** Returns those that had been recorded before. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<undefined>;
}

/** Per node. n8n evicts the oldest keys, and rewrites the whole database row on each change. */
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
 * If several workers recorded their first keys at once, each would create the row, and all but one
 * would fail.
 */
export async function createRow(helpers: StoreHelpers): Promise<void> {
	try {
		const count = await helpers.getProcessedDataCount('node', options);
		if (count === 0) await helpers.checkProcessedAndRecord([], 'node', options);
	} catch {
		// Another worker was probably faster. If not, recording a key fails with the same error.
	}
}
