import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../../api/apiError';
import { apiErrorText } from '../../texts/apiErrorText';
import { redactToken } from '../../http/redactToken';
import { ParameterError } from '../../parameters/parameter';

/** Where an error belongs, and what has to stay out of it. */
export interface ErrorPlace {
	node: INode;
	/** Left out where no item is concerned. */
	itemIndex?: number;
	/** Never shown, wherever it turns up: a service might repeat it in its words. */
	token?: string;
}

/**
 * An error as n8n shows it: a title that says what happened and to which item, and a description
 * that says what to do. It holds no request and no answer, because n8n stores errors whole.
 *
 * @param addition a further sentence for the description
 */
export function toNodeError(
	error: unknown,
	{ node, itemIndex, token }: ErrorPlace,
	addition?: string,
): NodeApiError | NodeOperationError {
	const { title, advice } = wordsOf(error);
	const hide = redactToken(token ?? '');
	const message = hide(itemIndex === undefined ? title : `${title} [item ${String(itemIndex)}]`);
	const description = hide([advice, addition].filter((part) => part !== undefined).join(' '));
	const options = { description, ...(itemIndex === undefined ? {} : { itemIndex }) };
	const nodeError =
		error instanceof ApiError
			? new NodeApiError(node, {}, { message, ...options, ...httpCodeOf(error) })
			: new NodeOperationError(node, message, options);
	// n8n replaces messages in which it finds the name of a system error, also inside other words.
	nodeError.message = message;
	const failure = declaredFailure(error);
	return failure === undefined ? nodeError : Object.assign(nodeError, { failure });
}

/** The status of the service's answer, where it gave one, as n8n has it. */
export function httpCodeOf({ status }: ApiError): { httpCode?: string } {
	return status === undefined ? {} : { httpCode: String(status) };
}

/** What people read of any error. */
export function wordsOf(error: unknown): { title: string; advice?: string | undefined } {
	if (error instanceof ApiError) return apiErrorText(error);
	if (error instanceof ParameterError) return { title: error.message, advice: error.advice };
	if (error instanceof Error) {
		const advice = 'description' in error ? error.description : undefined;
		return { title: error.message, advice: typeof advice === 'string' ? advice : undefined };
	}
	return { title: 'The item could not be processed', advice: String(error) };
}

/** What n8n calls those reasons of which it has a word that is sure. */
const causes: Partial<Record<ApiErrorReason, string>> = {
	methodNotAllowed: 'configuration-invalid',
	notConnected: 'temporarily-unavailable',
	rateLimited: 'rate-limited',
	redirected: 'configuration-invalid',
	tokenInvalid: 'credential-invalid',
};

/**
 * Why a node failed, for programs: `failure` of an error, in the form that n8n reads from 2.41 on, with
 * the least wait that the service asks for, in milliseconds. Older releases keep it and look at nothing.
 * n8n-workflow's own type is younger than what the package is built with.
 *
 * What may have been done declares none: a program that reads of something temporary would do it again.
 */
function declaredFailure(error: unknown): { cause: string; retryAfterMs?: number } | undefined {
	if (!(error instanceof ApiError) || error.outcome === 'unknown') return undefined;
	const cause = causes[error.reason];
	if (cause === undefined) return undefined;
	const { details } = error;
	const asked = details.reason === 'rateLimited' ? details.asked : undefined;
	return { cause, ...(asked !== undefined && { retryAfterMs: asked }) };
}
