import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, notStarted } from '../../api/apiError';
import type { Operation } from '../../operations/operation';
import type { ItemOutcome } from '../itemOutcome';
import { type ErrorPlace, toNodeError } from './nodeErrors';
import { describeSoFar } from './soFar';

/**
 * The error of a run that stops at its first failure, with what it has done so far; undefined where
 * every item was done or skipped.
 *
 * @param isKeyed whether each item carries a key, so that none is sent again
 */
export function stopError(
	outcomes: readonly ItemOutcome[],
	operation: Pick<Operation, 'repetition' | 'wording'>,
	isKeyed: boolean,
	place: Omit<ErrorPlace, 'itemIndex'>,
): NodeApiError | NodeOperationError | undefined {
	const culprit =
		outcomes.find(isFailure) ??
		outcomes.find(({ outcome }) => outcome.kind === 'failed' || outcome.kind === 'notStarted');
	if (culprit === undefined) return undefined;
	const { itemIndex, outcome } = culprit;
	const error = outcome.kind === 'failed' ? outcome.error : notStarted();
	return toNodeError(error, { ...place, itemIndex }, describeSoFar(outcomes, operation, isKeyed));
}

/** Whether an item failed by itself, and not only because the run was stopped. */
function isFailure({ outcome }: ItemOutcome): boolean {
	return (
		outcome.kind === 'failed' &&
		!(outcome.error instanceof ApiError && outcome.error.reason === 'cancelled')
	);
}
