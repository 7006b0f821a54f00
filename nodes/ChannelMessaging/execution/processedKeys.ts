import type {
	DeduplicationHelperFunctions,
	ICheckProcessedOptions,
	IExecuteFunctions,
} from 'n8n-workflow';

import { IdempotencyKeys, mostKeys, type RunKeys } from '../requests/idempotencyKeys';
import { type Clock, systemClock } from '../scheduling/clock';

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
