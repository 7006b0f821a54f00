import { ApiError } from '../client/apiError';
import type { ItemOutcome } from './itemOutcome';
import type { ReadItem } from './readItems';
import { skipReasonOf } from './skipReasons';

/**
 * The number of an item's messages, by outcome. An item whose operation sends no messages counts as
 * one.
 */
export interface MessageCounts {
	done: number;
	failed: number;
	skipped: number;
}

/**
 * Returns the number of an item's messages, which is greater than 1 for items with *Further
 * Messages*.
 */
export function messageCountOf(item: ReadItem | undefined): number {
	return item?.kind === 'contact' ? (item.messageCount ?? 1) : 1;
}

/** @param count the number of the item's messages */
export function messageCountsOf(outcome: ItemOutcome, count: number): MessageCounts {
	if (outcome.kind !== 'done') {
		const { error } = outcome;
		const { sent = 0, skipped = 0 } = (error instanceof ApiError && error.details.messages) || {};
		if (outcome.kind === 'skipped') return { done: sent, failed: 0, skipped: count - sent };
		return { done: sent, failed: count - sent - skipped, skipped };
	}
	const messages: unknown = outcome.result[0]?.messages;
	if (count > 1 && Array.isArray(messages)) {
		const skipped = messages.filter(({ status }) => status === 'skipped').length;
		return { done: messages.length - skipped, failed: 0, skipped };
	}
	const isSkipped = skipReasonOf(outcome) !== undefined;
	return { done: isSkipped ? 0 : count, failed: 0, skipped: isSkipped ? count : 0 };
}
