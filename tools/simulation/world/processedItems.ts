import type { DeduplicationHelperFunctions } from 'n8n-workflow';

import type { VirtualClock } from '../../../test/support/virtualClock';

/** n8n's helper functions for processed items. */
export type ProcessedItemsHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
>;

/** The duration of a query of n8n's database, in milliseconds. */
const queryMs = 3;

/**
 * n8n's store of processed items, which all workers share: one database row per node, which is read
 * and rewritten without a lock. Concurrent changes are lost.
 */
export class ProcessedItems {
	private readonly rows = new Map<string, readonly string[]>();

	constructor(private readonly clock: Pick<VirtualClock, 'sleep'>) {}

	/** Returns whether the store contains a key. */
	has(node: string, key: string): boolean {
		return this.rows.get(node)?.includes(key) === true;
	}

	helpersFor(node: string): ProcessedItemsHelpers {
		const read = async () => {
			await this.clock.sleep(queryMs);
			return this.rows.get(node) ?? [];
		};
		const write = async (keys: readonly string[]) => {
			await this.clock.sleep(queryMs);
			this.rows.set(node, keys);
		};
		return {
			checkProcessedAndRecord: async (items) => {
				const keys = items.map(String);
				const before = await read();
				const known = new Set(before);
				const added = keys.filter((key) => !known.has(key));
				if (added.length > 0 || before.length === 0) await write([...before, ...new Set(added)]);
				return { new: added, processed: keys.filter((key) => known.has(key)) };
			},
			removeProcessed: async (items) => {
				const removed = new Set(items.map(String));
				await write((await read()).filter((key) => !removed.has(key)));
			},
			getProcessedDataCount: async () => (await read()).length,
		};
	}
}
