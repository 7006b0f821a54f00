import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../delivery/clock';
import type { Operation, PreparedItem } from '../operations/operation';
import { parametersOf } from './parameters';

/** How long the event loop may be kept, in milliseconds. */
const longestSlice = 10;

/** An item that has been read, or what is wrong with it. */
export type ReadItem =
	| { kind: 'valid'; itemIndex: number; item: PreparedItem }
	| { kind: 'invalid'; itemIndex: number; error: unknown };

/**
 * Reads and checks all items, before anything is sent. Touches no network. Gives the event loop back
 * in between, because n8n answers nobody while thousands of expressions are resolved in one go.
 */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	clock: Clock,
): Promise<ReadItem[]> {
	const parameters = parametersOf(context);
	const read: ReadItem[] = [];
	let sliceStart = clock.now();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			read.push({ kind: 'valid', itemIndex, item: operation.prepare(parameters(itemIndex)) });
		} catch (error) {
			read.push({ kind: 'invalid', itemIndex, error });
		}
		if (clock.now() - sliceStart >= longestSlice) {
			await clock.sleep(0);
			sliceStart = clock.now();
		}
	}
	return read;
}
