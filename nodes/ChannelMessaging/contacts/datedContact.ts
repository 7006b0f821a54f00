import type { ContactSummary } from './contactSummary';
import type { SearchedChannel } from './searchPages';

/** The time of a request in milliseconds. */
export interface ReadTime {
	/** The time of the monotonic clock, which can stop while the machine is asleep. */
	readAt: number;
	/** The system time, which a user can change. */
	readDate: number;
}

/** A contact with the time at which it was requested. */
export type DatedContact<Contact extends ContactSummary = ContactSummary> = Contact & ReadTime;

/** Sends the requests of a single search or read. */
export interface DatedChannel extends SearchedChannel {
	/** Returns when the first request was sent, which can be minutes after it was queued. */
	firstRequest(): ReadTime;
}
