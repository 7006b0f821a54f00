import type { INodeExecutionData } from 'n8n-workflow';

import type { ChannelFailure } from '../channel/failure';
import { notStarted } from '../delivery/notStarted';
import type { ItemOutcome } from './itemOutcome';
import { toNodeError, type ErrorPlace } from './nodeErrors';

/**
 * The output items of one input item, paired to it.
 *
 * An item that failed carries `error` and `message` and nothing else, and no error object: only so do
 * n8n's releases send it to the error output together with the fields of its input item. The
 * service's own words are in `message`.
 *
 * @param skipped why an item that never started didn't, where there is a better reason than a stop
 */
export function outputOf(
	{ itemIndex, outcome }: ItemOutcome,
	place: Omit<ErrorPlace, 'itemIndex'>,
	skipped: ChannelFailure | undefined,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	if (outcome.kind === 'done') return outcome.result.map((json) => ({ json, pairedItem }));
	const error = outcome.kind === 'failed' ? outcome.error : (skipped ?? notStarted());
	const { message, description } = toNodeError(error, { ...place, itemIndex });
	return [{ json: { error: message, message: description ?? message }, pairedItem }];
}
