import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { ParameterError } from '../parameters/parameterError';
import { findInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { describeDoneBeforeError, type Effect } from './doneBeforeError';
import type { Failures, ItemOutcome } from './itemOutcome';
import { type ErrorPlace, toNodeError } from './nodeError';

/** Returns the error with which an execution stops because of some of its items. */
export async function rootCauseError(
	failures: Failures,
	outcomes: readonly ItemOutcome[],
	effect: Effect,
	placeOf: (itemIndex: number) => Omit<ErrorPlace, 'itemIndex'>,
	slice: TimeSlice,
): Promise<NodeApiError | NodeOperationError> {
	// Report the original failure rather than the cancellations that it caused.
	const cause = await findInSlices(failures, slice, ({ error }) => !isCancelled(error));
	const { itemIndex, error } = cause ?? failures[0];
	const correctable = isForUser(error) ? itemIndex : undefined;
	const soFar = await describeDoneBeforeError(outcomes, effect, correctable, slice);
	return toNodeError(error, { ...placeOf(itemIndex), itemIndex }, soFar);
}

/** Returns whether the user can correct the error by changing the item's parameters or contact. */
function isForUser(error: unknown): boolean {
	if (error instanceof ParameterError) return true;
	return error instanceof ApiError && /^(?:rejected$|wrongFile|contact)/.test(error.reason);
}

function isCancelled(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}
