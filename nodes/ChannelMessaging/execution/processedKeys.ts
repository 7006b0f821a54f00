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

/** The keys of a node, and the row in which n8n keeps them. */
interface NodeKeys {
	sent: IdempotencyKeys;
	/** Resolves when there is a row, or when it turned out that none can be made. */
	hasRow: Promise<void>;
}

/** Lives as long as the n8n process, because all executions of a node have the same row. */
const keysOfNodes = new Map<string, NodeKeys>();

/**
 * The keys for which this node has sent messages, in n8n's own store of processed items: by workflow
 * and node, across executions and restarts.
 */
export function processedKeys(context: Context): RunKeys {
	const { helpers } = context;
	const { sent, hasRow } = keysOf(context);
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

function keysOf(context: Context): NodeKeys {
	const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	let keys = keysOfNodes.get(owner);
	if (keys === undefined) {
		keys = { sent: new IdempotencyKeys(systemClock), hasRow: makeRow(context) };
		keysOfNodes.set(owner, keys);
	}
	return keys;
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
