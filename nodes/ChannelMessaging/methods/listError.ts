import { type ILoadOptionsFunctions, NodeOperationError } from 'n8n-workflow';

import { ApiError } from '../api/apiError';
import { apiErrorText } from '../texts/apiErrorText';

/**
 * The error of a list in the editor whose call to the service didn't succeed.
 *
 * @param what what could not be done, as the beginning of a sentence
 * @param advice what to do where the service's answer doesn't tell
 */
export function listError(
	context: ILoadOptionsFunctions,
	error: unknown,
	what: string,
	advice: string,
): NodeOperationError {
	if (error instanceof NodeOperationError) return error;
	const text = error instanceof ApiError ? apiErrorText(error) : undefined;
	return new NodeOperationError(
		context.getNode(),
		`${what}: ${text?.title ?? 'the service gave no answer that can be used'}`,
		{ description: text?.advice ?? advice },
	);
}
