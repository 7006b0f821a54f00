import type { INode } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../../api/apiError';
import { ParameterError } from '../../parameters/parameter';
import type { ItemOutcome } from '../itemOutcome';
import type { ReadItem } from '../readItems';

/** What a model can do nothing about, although nothing was done: it is for whoever runs n8n. */
const notForModels: ReadonlySet<ApiErrorReason> = new Set<ApiErrorReason>([
	'cancelled',
	'contactDoubtful',
	'keyNotRecorded',
	'methodNotAllowed',
	'notConnected',
	'redirected',
	'requestNotMade',
	'tokenInvalid',
	'unexpectedError',
	'untrustedConnection',
]);

/** n8n derives the type of a tool from the node's own, and also that of the human review of one. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool') && !node.type.endsWith('HitlTool');
}

/**
 * Whether an error is the answer of the tool, for the model to read and put right, also where errors
 * stop the workflow: n8n hands no error of a tool to its model then, but ends the execution. What may
 * have been done does end it, so that no model sends it again.
 */
function isToolAnswer(node: INode, error: unknown): boolean {
	if (!isTool(node)) return false;
	if (error instanceof ParameterError) return true;
	return (
		error instanceof ApiError && error.outcome === 'notDone' && !notForModels.has(error.reason)
	);
}

/** An item that failed. */
export interface Failure {
	itemIndex: number;
	error: unknown;
}

/** The failures that stop a run; none where all of them are for the model of a tool to read. */
export function stoppingFailures(
	node: INode,
	items: ReadonlyArray<ReadItem | ItemOutcome>,
): Failure[] {
	const failures = items.flatMap((item, itemIndex) =>
		item.kind === 'failed' ? [{ itemIndex, error: item.error }] : [],
	);
	return failures.every(({ error }) => isToolAnswer(node, error)) ? [] : failures;
}
