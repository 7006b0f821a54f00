import type { MessageItem } from './api/schemas';
import {
	changedConfiguration,
	type Configuration,
	type ConfigurationChange,
	defaultConfiguration,
	type Limits,
} from './configuration';
import type { ContactBook } from './contacts/contactBook';
import { seedContacts } from './contacts/seedContacts';
import { Faults } from './faults/faults';
import { limiters, type RateLimiter, unlimited } from './limiting/rateLimiter';

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
	/** The parsed body; missing where none came or the call was refused before it was read. */
	body?: unknown;
}

/** A message that the service accepted, and would have brought to the contact. */
export interface AcceptedMessage {
	/** When the call arrived, in milliseconds since the epoch, with fractions. */
	at: number;
	/** The fetched contact's ID; as in the path, but decoded, if there is no such contact. */
	contactId: string;
	item: MessageItem;
	forceCancelSurvey: boolean;
}

export type Statistics = ReturnType<Channel['statistics']>;

/** The two groups of calls that are counted apart (section 8, Limits). */
export type LimitedGroup = 'messages' | 'contactCalls';

/** How the channel is configured, what it holds and what it has seen. */
export class Channel {
	readonly faults = new Faults();
	configuration: Configuration;
	limits: Record<LimitedGroup, RateLimiter>;
	contacts: ContactBook;
	/** Every call, in the order of arrival; a reset begins another list. */
	calls: ReceivedCall[] = [];
	/** In the order in which they were accepted; a reset begins another list. */
	messages: AcceptedMessage[] = [];

	/** @param contactCount how many contacts there are at first */
	constructor(
		readonly token: string,
		private readonly contactCount: number,
		configuration: ConfigurationChange,
	) {
		this.configuration = changedConfiguration(defaultConfiguration, configuration);
		this.limits = freshLimits(this.configuration.limits);
		this.contacts = seedContacts(contactCount);
	}

	/** New limits begin to count anew; everything else leaves the count as it is. */
	configure(change: ConfigurationChange): void {
		this.configuration = changedConfiguration(this.configuration, change);
		if (change.limits) this.limits = freshLimits(this.configuration.limits);
	}

	/** Back to the start, but for the configuration. */
	reset(): void {
		this.faults.clear();
		this.limits = freshLimits(this.configuration.limits);
		this.contacts = seedContacts(this.contactCount);
		this.calls = [];
		this.messages = [];
	}

	/** Sums up what the service has seen since it started or was reset. */
	statistics() {
		const distinct = new Set(
			this.messages.map(({ contactId, item }) => JSON.stringify([contactId, item])),
		);
		const times = this.messages.map(({ at }) => at).sort((one, other) => one - other);
		const milliseconds = (times.at(-1) ?? 0) - (times[0] ?? 0);
		return {
			/** Messages accepted. */
			accepted: times.length,
			/** Those that repeat one the same contact had already got: 0 if each came once. */
			duplicates: times.length - distinct.size,
			/** Calls answered with 429. */
			rateLimited: this.calls.filter(({ status }) => status === 429).length,
			/** All calls. */
			calls: this.calls.length,
			/** Accepted messages over the time from the first to the last; 0 with fewer than two. */
			messagesPerSecond: milliseconds > 0 ? ((times.length - 1) * 1_000) / milliseconds : 0,
		};
	}
}

/** Limiters that have counted nothing yet. */
function freshLimits(limits: Limits): Record<LimitedGroup, RateLimiter> {
	const limiter = (calls: number | null, windowMs: number): RateLimiter =>
		calls === null ? unlimited : limiters[limits.semantics]({ calls, windowMs });
	return {
		messages: limiter(limits.messagesPerSecond, 1_000),
		contactCalls: limiter(limits.contactCallsPerMinute, 60_000),
	};
}
