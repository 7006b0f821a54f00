import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

import { IdempotencyKeys } from '../requests/idempotencyKeys';
import { mostKeys } from '../requests/keyMemory';
import type { RunKeys } from '../requests/sendOnce';
import { systemClock } from '../scheduling/systemClock';
import type { ReadItem } from './readItems';

const inStore: ICheckProcessedOptions = { mode: 'entries', maxEntries: mostKeys };

/** Lives as long as the n8n process, because all executions of a node have the same row. */
const keysOfNodes = new Map<string, IdempotencyKeys>();

/**
 * The keys for which this node has sent messages, in n8n's own store of processed items: by workflow
 * and node, across executions and restarts.
 */
export function processedKeys(context: IExecuteFunctions): RunKeys {
	const { helpers } = context;
	return {
		sent: idempotencyKeysOf(context),
		store: {
			record: async (keys) => {
				const { processed } = await helpers.checkProcessedAndRecord([...keys], 'node', inStore);
				return new Set(processed.map(String));
			},
			remove: async (keys) => {
				await helpers.removeProcessed([...keys], 'node', inStore);
			},
		},
	};
}

function idempotencyKeysOf(context: IExecuteFunctions): IdempotencyKeys {
	const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	let sent = keysOfNodes.get(owner);
	if (sent === undefined) {
		sent = new IdempotencyKeys(systemClock);
		keysOfNodes.set(owner, sent);
	}
	return sent;
}

/** Whether an item is to be sent once for a key. */
export function hasKey(item: ReadItem): boolean {
	return item.kind === 'valid' && item.item.settings.idempotencyKey !== undefined;
}
