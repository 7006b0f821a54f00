import type { MessageItem } from './api/schemas';
import type { ContactBook } from './contacts/contactBook';

/** A call that reached the API: everything but the inbox and the service's own control. */
export interface ReceivedCall {
	/** When it arrived, in milliseconds since the epoch, with fractions. */
	at: number;
	method: string;
	/** As it was requested: encoded, with its query. */
	path: string;
	/** What was answered; null: not yet, never, or the connection was cut. */
	status: number | null;
	/** Whether it did what it asked for, whatever was answered. */
	accepted: boolean;
	/** Whether it carried the channel's token. */
	authorized: boolean;
	/** The parsed body; missing where none came or the call was refused before it was read. */
	body?: unknown;
}

/** A message that the service accepted, and would have brought to the contact. */
export interface AcceptedMessage {
	/** When the call arrived, in milliseconds since the epoch, with fractions. */
	at: number;
	/** As the contact has it: decoded from the path, and from Base64 on Viber. */
	contactId: string;
	item: MessageItem;
	forceCancelSurvey: boolean;
}

/** What the service holds and has seen; a reset begins new ones. */
export interface Records {
	readonly contacts: ContactBook;
	/** In the order of arrival. */
	readonly calls: ReceivedCall[];
	/** In the order in which they were accepted. */
	readonly messages: AcceptedMessage[];
}

export interface Statistics {
	/** Messages accepted. */
	accepted: number;
	/** Accepted messages that repeat one the same contact had already got: 0 if each came once. */
	duplicates: number;
	/** Calls answered with 429. */
	rateLimited: number;
	/** All calls. */
	calls: number;
	/** When the first and the last call arrived, in milliseconds since the epoch; 0 without calls. */
	firstArrival: number;
	lastArrival: number;
	/** Accepted messages over the time from the first to the last; 0 with fewer than two. */
	messagesPerSecond: number;
}

/** Sums up what the service has seen since it started or was reset. */
export function statisticsOf({ calls, messages }: Records): Statistics {
	const distinct = new Set(
		messages.map(({ contactId, item }) => JSON.stringify([contactId, item])),
	);
	const times = messages.map(({ at }) => at).sort((one, other) => one - other);
	const milliseconds = (times.at(-1) ?? 0) - (times[0] ?? 0);
	return {
		accepted: messages.length,
		duplicates: messages.length - distinct.size,
		rateLimited: calls.filter(({ status }) => status === 429).length,
		calls: calls.length,
		firstArrival: calls[0]?.at ?? 0,
		lastArrival: calls.at(-1)?.at ?? 0,
		messagesPerSecond: milliseconds > 0 ? ((times.length - 1) * 1_000) / milliseconds : 0,
	};
}
