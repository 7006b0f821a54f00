import type { INode } from 'n8n-workflow';

import { ApiError, type ApiErrorReason, hasUnknownOutcome } from '../client/apiError';
import { ParameterError } from '../parameters/parameterError';
import type { Failures } from './itemOutcome';
import { isTool } from './isTool';

/**
 * Reasons for errors that a model can't fix. These errors stop the execution so that a user notices
 * them.
 */
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

/** Returns whether the model can correct the error by changing its arguments. */
function isForModels(error: unknown): boolean {
	if (error instanceof ParameterError) return true;
	return error instanceof ApiError && !notForModels.has(error.reason);
}

/**
 * Tools return errors that the model can correct. If a tool threw them, some n8n releases would
 * stop the execution, and others would pass on only the message. An unknown outcome never stops a
 * tool, because the model must learn not to repeat the call.
 *
 * @param isFunction whether the node is called as a function, whose model would receive an empty
 * text instead of an error
 */
export function stopsExecution(node: INode, failures: Failures, isFunction: boolean): boolean {
	if (!isTool(node)) return true;
	if (isFunction) return false;
	if (failures.some(({ error }) => hasUnknownOutcome(error))) return false;
	return !failures.every(({ error }) => isForModels(error));
}
