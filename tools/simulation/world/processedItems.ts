import type { DeduplicationHelperFunctions } from 'n8n-workflow';

import type { VirtualClock } from '../../../test/support/virtualClock';
import type { Happening } from '../history/history';

/** n8n's helper functions for processed items. */
export type ProcessedItemsHelpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
>;

/** How long n8n's database needs to read the keys of a node, in milliseconds. */
const readMs = 3;

/**
 * n8n's store of processed items, which all workers share: one database row per node, which is read
 * and rewritten without a lock. Concurrent changes are lost, and only one worker can create the row.
 */
export class ProcessedItems {
	private readonly rows = new Map<string, readonly string[]>();

	private failure: { when: 'afterWrite' | 'beforeWrite'; until: number } = {
		when: 'beforeWrite',
		until: 0,
	};

	constructor(
		private readonly clock: VirtualClock,
		private readonly writeMs = readMs,
	) {}

	/** Returns the keys in each node's row. */
	snapshot(): ReadonlyMap<string, readonly string[]> {
		return new Map(this.rows);
	}

	clear(): void {
		this.rows.clear();
	}

	fail({ when, seconds }: Happening & { kind: 'storeFailure' }): void {
		this.failure = { when, until: this.clock.now() + seconds * 1_000 };
	}

	/** Returns the helpers of the node in a workflow. */
	helpersFor(workflow: string): ProcessedItemsHelpers {
		const read = async () => {
			await this.clock.sleep(readMs);
			return this.rows.get(workflow);
		};
		const write = async (keys: readonly string[], isNewRow = false) => {
			const { when, until } = this.failure;
			const fails = this.clock.now() < until;
			await this.clock.sleep(this.writeMs);
			if (fails && when === 'beforeWrite') throw new Error('The database is locked');
			if (isNewRow && this.rows.has(workflow)) throw new Error('The row exists');
			this.rows.set(workflow, keys);
			if (fails) throw new Error('The database is locked');
		};
		return {
			checkProcessedAndRecord: async (items, _scope, { maxEntries = Infinity }) => {
				const keys = items.map(String);
				const row = await read();
				const known = new Set(row);
				const added = [...new Set(keys)].filter((key) => !known.has(key));
				const all = [...(row ?? []), ...added];
				await write(all.slice(Math.max(0, all.length - maxEntries)), row === undefined);
				return { new: added, processed: keys.filter((key) => known.has(key)) };
			},
			removeProcessed: async (items) => {
				const row = await read();
				if (row === undefined) return;
				const removed = new Set(items.map(String));
				await write(row.filter((key) => !removed.has(key)));
			},
			getProcessedDataCount: async () => (await read())?.length ?? 0,
		};
	}
}
