import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, hasUnknownOutcome } from '../client/apiError';
import { type AfterFailure, apiErrorText } from '../client/errorMessages/apiErrorText';
import { partDone } from '../client/errorMessages/partlyDoneItem';
import { asSentence, asTitle } from '../client/errorMessages/sentences';
import { redactToken } from '../client/redactToken';
import type { Repetition } from '../operations/operation';
import { ParameterError } from '../parameters/parameterError';
import { escapedError } from '../texts/escapedText';
import { failureCause } from './failureCause';
import { mentionsPerson } from './mentionsPerson';
import { shortenedDescription } from './shortenedDescription';
import { isTool } from './isTool';

export interface ErrorPlace {
	node: INode;
	itemIndex?: number;
	/** A name, phone number, or email address that identifies the recipient. */
	person?: string | undefined;
	/** Redacted from the error, because the service's message can contain it. */
	token?: string;
	repetition?: Repetition;
	/** What happens after the failure. If omitted, the node's *On Error* setting determines this. */
	next?: AfterFailure;
}

/**
 * The error includes neither the request nor the response, because n8n stores all properties of an
 * error. The model that called a tool may receive only the message, so a tool's error message
 * contains the whole text.
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
	// The constructor of n8n's error class replaces messages that contain a system error code, even
	// within a word.
	nodeError.message = message;
	const failure = failureCause(error);
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
	const who = person === undefined || mentionsPerson(person, title) ? '' : `: ${person}`;
	const place = itemIndex === undefined ? '' : ` [item ${String(itemIndex)}${who}]`;
	const texts = [advice, addition].filter((part) => part !== undefined && part !== '');
	const line = isTool(node) ? [asSentence(title), ...texts].join(' ') : title + place;
	return {
		message: redactToken(line, token),
		description: shortenedDescription(redactToken(texts.join(' '), token)),
	};
}

/**
 * Many workflows, notifications, and agents that call sub-workflows show only an error's message.
 * The message itself therefore says whether repeating the item could repeat its effect.
 */
function withPossibleEffect(
	title: string,
	error: unknown,
	repetition: Repetition | undefined,
): string {
	if (typeof repetition !== 'object' || !hasUnknownOutcome(error)) return title;
	return `${asTitle(title)}. ${partDone(error.details) ?? repetition.possibleEffect}`;
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
