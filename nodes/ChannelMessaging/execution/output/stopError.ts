import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError } from '../../api/apiError';
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
	const failures = outcomes.flatMap((outcome, itemIndex) =>
		outcome.kind === 'failed' ? [{ itemIndex, error: outcome.error }] : [],
	);
	// One that failed by itself, and not only because the run was stopped.
	const culprit = failures.find(({ error }) => !isCancelled(error)) ?? failures[0];
	if (culprit === undefined) return undefined;
	const { itemIndex, error } = culprit;
	return toNodeError(error, { ...place, itemIndex }, describeSoFar(outcomes, operation, isKeyed));
}

function isCancelled(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}
