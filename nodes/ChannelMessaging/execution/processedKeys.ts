import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import { IdempotencyKeys } from '../requests/idempotencyKeys';
import { mostKeys } from '../requests/keyMemory';
import type { RunKeys } from '../requests/sendOnce';
import { systemClock } from '../scheduling/systemClock';

const inStore: ICheckProcessedOptions = { mode: 'entries', maxEntries: mostKeys };

/** Where n8n gives access to its store of processed items. */
interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: Pick<
		DeduplicationHelperFunctions,
		'checkProcessedAndRecord' | 'getProcessedDataCount' | 'removeProcessed'
	>;
}

/**
 * The keys of each node, and whether n8n has the row for them: resolved when it has, or can't make it.
 * Lives as long as the n8n process, because all executions of a node have the same row.
 */
const keysOfNodes = new Map<string, { sent: IdempotencyKeys; hasRow: Promise<void> }>();

/**
 * The keys for which this node has sent messages, in n8n's own store of processed items: by workflow
 * and node, across executions and restarts.
 */
export function processedKeys(context: Context): RunKeys {
	const { helpers } = context;
	const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const keys = keysOfNodes.get(owner) ?? {
		sent: new IdempotencyKeys(systemClock),
		hasRow: makeRow(context),
	};
	keysOfNodes.set(owner, keys);
	return {
		sent: keys.sent,
		store: {
			record: async (unrecorded) => {
				await keys.hasRow;
				const { processed } = await helpers.checkProcessedAndRecord(
					[...unrecorded],
					'node',
					inStore,
				);
				return new Set(processed.map(String));
			},
			remove: async (recorded) => {
				await helpers.removeProcessed([...recorded], 'node', inStore);
			},
		},
	};
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
