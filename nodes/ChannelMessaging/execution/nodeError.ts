import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../client/apiError';
import { type AfterFailure, apiErrorText } from '../client/errorMessages/apiErrorText';
import { partDone } from '../client/errorMessages/partlyDoneItem';
import { asSentence, asTitle } from '../client/errorMessages/sentences';
import { redactToken } from '../client/redactToken';
import type { Repetition } from '../operations/operation';
import { ParameterError } from '../parameters/parameterError';
import { escapedError } from '../texts/escapedText';
import { maxDescriptionCharacters } from '../texts/textLimits';
import { hasUnknownOutcome } from './errorsForModels';
import { isTool } from './nodeExecution';

export interface ErrorPlace {
	node: INode;
	itemIndex?: number;
	/** A name, phone number, or email address that identifies the recipient. */
	person?: string | undefined;
	/** Redacted from the error, because the service's message can contain it. */
	token?: string;
	repetition?: Repetition;
	/** If omitted, the node's *On Error* setting determines what happens next. */
	next?: AfterFailure;
}

/**
 * The error includes neither the request nor the response, because n8n stores all properties of an
 * error. A tool's model may receive only the message, so for tools, the message contains the whole
 * text.
 *
 * @param addition a sentence to append to the description
 */
export function toNodeError(
	error: unknown,
	place: ErrorPlace,
	addition?: string,
): NodeApiError | NodeOperationError {
	const { node, itemIndex } = place;
	const words = errorWords(error, place, addition);
	const message = escapedError(words.message);
	const description = escapedError(words.description);
	const options = { description, ...(itemIndex === undefined ? {} : { itemIndex }) };
	const nodeError =
		error instanceof ApiError
			? new NodeApiError(node, {}, { message, ...options, ...httpCodeOf(error) })
			: new NodeOperationError(node, message, options);
	// The constructor replaces messages that contain a system error code, even within a word.
	nodeError.message = message;
	const failure = declaredFailure(error);
	return failure === undefined ? nodeError : Object.assign(nodeError, { failure });
}

/** Returns an error's message and description for users. */
export function errorWords(
	error: unknown,
	{ node, itemIndex, person, token = '', repetition, next = afterFailureOf(node) }: ErrorPlace,
	addition?: string,
): { message: string; description: string } {
	const { title: cause, advice } = errorTextOf(error, next);
	const title = withPossibleEffect(cause, error, repetition);
	const who = person === undefined || isQuoted(person, title) ? '' : `: ${person}`;
	const place = itemIndex === undefined ? '' : ` [item ${String(itemIndex)}${who}]`;
	const texts = [advice, addition].filter((part) => part !== undefined && part !== '');
	const line = isTool(node) ? [asSentence(title), ...texts].join(' ') : title + place;
	return {
		message: redactToken(line, token),
		description: limitedDescription(redactToken(texts.join(' '), token)),
	};
}

/**
 * Many workflows, notifications, and agents that call sub-workflows only show an error's message. So
 * the message itself says if repeating the item could repeat its effect.
 */
function withPossibleEffect(
	title: string,
	error: unknown,
	repetition: Repetition | undefined,
): string {
	if (typeof repetition !== 'object' || !hasUnknownOutcome(error)) return title;
	return `${asTitle(title)}. ${partDone(error.details) ?? repetition.possibleEffect}`;
}

const phoneNumber = /^(?:\+|00)?[\d\s().-]{7,}$/;

/** Returns whether the text contains this name, or this phone number in any format. */
export function isQuoted(person: string, text: string): boolean {
	if (!phoneNumber.test(person)) return text.includes(`'${person}'`);
	const digits = (spelling: string) => spelling.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '');
	return [...text.matchAll(/'([^']*)'/g)].some(
		([, quote = '']) => digits(quote) === digits(person),
	);
}

export function httpCodeOf({ status }: ApiError): { httpCode?: string } {
	return status === undefined ? {} : { httpCode: String(status) };
}

function afterFailureOf(node: INode): AfterFailure {
	if (isTool(node)) return 'model';
	const { continueOnFail, onError } = node;
	const continues = onError !== undefined && onError !== 'stopWorkflow';
	return continueOnFail === true || continues ? 'continue' : 'stop';
}

export function errorTextOf(
	error: unknown,
	next: AfterFailure = 'stop',
): { title: string; advice?: string | undefined } {
	if (error instanceof ApiError) return apiErrorText(error, next);
	if (error instanceof ParameterError) return { title: error.message, advice: error.advice };
	if (error instanceof Error) {
		const advice = 'description' in error ? error.description : undefined;
		return { title: error.message, advice: typeof advice === 'string' ? advice : undefined };
	}
	return { title: 'The item could not be processed', advice: String(error) };
}

/** Machine-readable causes that n8n defines. Some reasons have no matching cause. */
const causes: Partial<Record<ApiErrorReason, string>> = {
	methodNotAllowed: 'configuration-invalid',
	notConnected: 'temporarily-unavailable',
	rateLimited: 'rate-limited',
	redirected: 'configuration-invalid',
	serviceFailing: 'temporarily-unavailable',
	tokenInvalid: 'credential-invalid',
};

/**
 * Returns the `failure` property, which n8n supports since 2.41. Returns `undefined` if there is no
 * matching cause, or if the outcome is unknown, because an automatic retry could repeat a
 * successful request.
 *
 * The return type is written out because the n8n-workflow release that is used for the build
 * doesn't define it yet.
 */
function declaredFailure(error: unknown): { cause: string; retryAfterMs?: number } | undefined {
	if (!(error instanceof ApiError) || error.outcome === 'unknown') return undefined;
	const cause = causes[error.reason];
	if (cause === undefined) return undefined;
	const { details } = error;
	const retryAfterMs = details.reason === 'rateLimited' ? details.retryAfterMs : undefined;
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs: retryAfterMs }) };
}

/** Truncates the middle of the text because the next step is at the end. */
export function limitedDescription(description: string): string {
	if (description.length <= maxDescriptionCharacters) return description;
	const half = maxDescriptionCharacters / 2 - 1;
	const start = description.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
	const end = description.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
	return `${start}…${end}`;
}
