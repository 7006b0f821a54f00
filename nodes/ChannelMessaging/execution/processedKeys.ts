import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import { IdempotencyKeys, mostKeys, type RunKeys } from '../requests/idempotencyKeys';
import { systemClock } from '../scheduling/clock';

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

/** The node's keys of sent messages, in n8n's store of processed items: they outlive executions. */
export function processedKeys(context: Context): RunKeys {
	const { helpers } = context;
	const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const known = keysOfNodes.get(owner) ?? {
		sent: new IdempotencyKeys(systemClock),
		hasRow: makeRow(context),
	};
	keysOfNodes.set(owner, known);
	return {
		sent: known.sent,
		store: {
			record: async (keys) => {
				await known.hasRow;
				const { processed } = await helpers.checkProcessedAndRecord([...keys], 'node', inStore);
				return new Set(processed.map(String));
			},
			remove: async (keys) => {
				await helpers.removeProcessed([...keys], 'node', inStore);
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
