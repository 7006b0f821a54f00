import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ChannelFailure } from '../channel/failure';
import { notStarted } from '../delivery/notStarted';
import { describeTally, tally } from '../delivery/tally';
import type { Operation } from '../operations/operation';
import type { ItemOutcome } from './itemOutcome';
import { toNodeError, type ErrorPlace } from './nodeErrors';

/**
 * The error of a run that stops at its first failure, with how far it came; undefined where every
 * item was done.
 */
export function stopError(
	outcomes: readonly ItemOutcome[],
	{ wording }: Pick<Operation, 'wording'>,
	place: Omit<ErrorPlace, 'itemIndex'>,
): NodeApiError | NodeOperationError | undefined {
	const culprit =
		outcomes.find(isFailure) ?? outcomes.find(({ outcome }) => outcome.kind !== 'done');
	if (culprit === undefined) return undefined;
	const { itemIndex, outcome } = culprit;
	const error = outcome.kind === 'failed' ? outcome.error : notStarted();
	const counts = tally(outcomes.map((item) => item.outcome));
	return toNodeError(
		error,
		{ ...place, itemIndex },
		describeTally(counts, wording.things, wording.participle),
	);
}

/** Whether an item failed by itself, and not only because the run was stopped. */
function isFailure({ outcome }: ItemOutcome): boolean {
	return (
		outcome.kind === 'failed' &&
		!(outcome.error instanceof ChannelFailure && outcome.error.reason === 'cancelled')
	);
}
