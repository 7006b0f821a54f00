import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError, type ApiErrorDetails, hasUnknownOutcome } from '../client/apiError';
import type { Repetition } from '../operations/operation';
import { type ErrorPlace, errorTextOf, httpCodeOf, errorWords } from './nodeError';
import type { ItemOutcome } from './itemOutcome';
import { isTool } from './isTool';
import { unknownToolResult } from './unknownToolResult';

/**
 * The JSON of a failed item contains only `error`. In some n8n releases, other keys would keep the
 * item out of the error output or change the input's fields.
 */
export function outputOf(
	outcome: ItemOutcome,
	itemIndex: number,
	place: Omit<ErrorPlace, 'itemIndex'> & { repetition: Repetition },
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	if (outcome.kind === 'done') return outcome.result.map((json) => ({ json, pairedItem }));
	if (outcome.kind === 'skipped') {
		const { error, recipient } = outcome;
		const reason = error instanceof ApiError ? error.reason : 'contactMissing';
		const message = `Skipped: ${errorTextOf(error).title}`;
		const details = error instanceof ApiError ? error.details : undefined;
		const contact =
			details?.reason === 'contactTagged' || details?.reason === 'optedOut'
				? { tag: details.tag, contactId: details.contactId }
				: {};
		const time = details?.reason === 'outsideHours' ? { sendAt: details.sendAt } : {};
		// Personal data isn't returned to AI models, because they don't need it.
		const known = isTool(place.node) ? {} : recipient;
		const skipped = { status: 'skipped', reason, message };
		const messages = messagesOf(details, { ...skipped, ...time });
		// If the whole item were sent again at this time, the messages that were already sent would be
		// repeated.
		const sendAt = 'messages' in messages ? {} : time;
		return [{ json: { ...skipped, ...contact, ...known, ...sendAt, ...messages }, pairedItem }];
	}
	const { error } = outcome;
	if (isTool(place.node) && hasUnknownOutcome(error)) {
		return [{ json: unknownToolResult(error, place.repetition, place.token ?? ''), pairedItem }];
	}
	return [{ json: { error: itemError(error, { ...place, itemIndex }) }, pairedItem }];
}

/** Lists an item's messages if some of them were sent before the remaining ones were skipped. */
function messagesOf(details: ApiErrorDetails | undefined, skipped: IDataObject): IDataObject {
	if (details?.messages === undefined || details.messages.sent === 0) return {};
	const { count, outputs } = details.messages;
	const rest = Array.from({ length: count - outputs.length }, () => skipped);
	return { messages: [...outputs, ...rest] };
}

/**
 * `message` and `description` are for people, and `outcome` and `reason` are for IF nodes.
 * Workflows compare the values of `reason`, so these values must not change.
 */
function itemError(error: unknown, place: ErrorPlace): IDataObject {
	const { message, description } = errorWords(error, place);
	const words = isTool(place.node) ? { message } : { message, description: description || message };
	if (!(error instanceof ApiError)) {
		return { ...words, outcome: 'notDone', reason: 'invalidParameter' };
	}
	return { ...words, outcome: error.outcome, reason: error.reason, ...httpCodeOf(error) };
}
