import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { apiErrorText } from '../client/errorMessages';
import { type ErrorPlace, httpCodeOf, toNodeError } from './errors';
import type { ItemOutcome } from './items';

/**
 * The output items of one input item, paired to it.
 *
 * An item that failed carries `error` and nothing else, and no error object beside its json: only so
 * do all releases of n8n send it to the error output with every field of its input item as it was.
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
 * What happened to an item and what to do, in words, and what an IF can tell without them: `outcome`
 * is `notDone` or `unknown`, and `reason` never changes its spelling.
 */
function itemError(error: unknown, place: ErrorPlace): IDataObject {
	const { message, description } = toNodeError(error, place);
	const words = { message, description: description ?? message };
	if (!(error instanceof ApiError)) {
		return { ...words, outcome: 'notDone', reason: 'invalidParameter' };
	}
	return { ...words, outcome: error.outcome, reason: error.reason, ...httpCodeOf(error) };
}
