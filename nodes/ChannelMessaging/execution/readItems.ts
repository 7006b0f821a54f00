import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation, PreparedItem } from '../operations/operation';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import { parametersOf } from './parameters';

export interface ValidItem {
	kind: 'valid';
	itemIndex: number;
	item: PreparedItem;
}

export interface InvalidItem {
	kind: 'invalid';
	itemIndex: number;
	error: unknown;
}

/** An item that has been read, or what is wrong with it. */
export type ReadItem = ValidItem | InvalidItem;

/**
 * Reads and checks all items, before anything is sent. Touches no network. Shares the event loop with
 * the rest of n8n, which answers nobody while thousands of expressions are resolved in one go.
 */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<ReadItem[]> {
	const parameters = parametersOf(context);
	const read: ReadItem[] = [];
	await sharedTimeSlicer.forEach(context.getInputData().keys(), (itemIndex) => {
		try {
			read.push({ kind: 'valid', itemIndex, item: operation.prepare(parameters(itemIndex)) });
		} catch (error) {
			read.push({ kind: 'invalid', itemIndex, error });
		}
	});
	return read;
}
