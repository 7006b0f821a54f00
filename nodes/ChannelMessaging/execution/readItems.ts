import type { IExecuteFunctions } from 'n8n-workflow';

import type { ChannelType } from '../api/identifier';
import type { Operation, PreparedItem } from '../operations/operation';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { FailedItem } from './itemOutcome';
import { parametersOf } from './parameters';

/** An item that has been read, or what is wrong with it. */
export type ReadItem = PreparedItem | FailedItem;

/**
 * Reads and checks all items, before anything is sent. Touches no network. Shares the event loop with
 * the rest of n8n, which answers nobody while thousands of expressions are resolved in one go.
 */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	channelType: ChannelType,
): Promise<ReadItem[]> {
	const parameters = parametersOf(context, channelType);
	const read: ReadItem[] = [];
	await sharedTimeSlicer.forEach(context.getInputData().keys(), (itemIndex) => {
		try {
			read.push(operation.prepare(parameters(itemIndex)));
		} catch (error) {
			read.push({ kind: 'failed', error });
		}
	});
	return read;
}
