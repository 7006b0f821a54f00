import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { apiErrorText } from '../client/errorMessages';
import { type ErrorPlace, httpCodeOf, toNodeError } from './errors';
import type { ItemOutcome } from './items';

/**
 * Returns the output items for one input item, paired with the input item.
 *
 * A failed item's `json` contains only `error`, and the item has no `error` next to `json`. Only
 * then do all releases of n8n send the item to the error output with all fields of its input item
 * unchanged.
 */
export function outputOf(
	outcome: ItemOutcome,
	itemIndex: number,
	place: Omit<ErrorPlace, 'itemIndex'>,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	if (outcome.kind === 'done') return outcome.result.map((json) => ({ json, pairedItem }));
	if (outcome.kind === 'skipped') {
		const { reason } = outcome.error;
		const message = `Skipped: ${apiErrorText(outcome.error).title}`;
		return [{ json: { status: 'skipped', reason, message }, pairedItem }];
	}
	return [{ json: { error: itemError(outcome.error, { ...place, itemIndex }) }, pairedItem }];
}

/**
 * Returns the error of an item. `message` and `description` are for people. `outcome` and `reason`
 * are for conditions, such as in an IF node. `outcome` is `notDone` or `unknown`. The values of
 * `reason` are stable.
 */
function itemError(error: unknown, place: ErrorPlace): IDataObject {
	const { message, description } = toNodeError(error, place);
	const words = { message, description: description ?? message };
	if (!(error instanceof ApiError)) {
		return { ...words, outcome: 'notDone', reason: 'invalidParameter' };
	}
	return { ...words, outcome: error.outcome, reason: error.reason, ...httpCodeOf(error) };
}
