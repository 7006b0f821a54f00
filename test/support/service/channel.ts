import type { MessageItem } from './api/schemas';
import {
	changedConfiguration,
	type Configuration,
	type ConfigurationChange,
	defaultConfiguration,
	type Limits,
} from './configuration';
import type { ContactStore } from './contacts/contactStore';
import { seedContacts } from './contacts/seedContacts';
import { Faults } from './faults/faults';
import { limiters, type RateLimiter, unlimited } from './limiting/rateLimiter';

/** A request to the API. Requests for the inbox and the service's control aren't logged. */
export interface LoggedRequest {
	/** The time of arrival, in fractional milliseconds since the epoch. */
	at: number;
	method: string;
	/** The requested path: encoded, with its query. */
	path: string;
	/** The status of the response, or `null` if there is none (yet). */
	status: number | null;
	/** Whether the request was processed, regardless of the response. */
	accepted: boolean;
	/** The parsed body. Missing if the request had none or was rejected before it was read. */
	body?: unknown;
}

export interface AcceptedMessage {
	/** The time of arrival, in fractional milliseconds since the epoch. */
	at: number;
	/** The fetched contact's ID, or the decoded ID in the path if there is no such contact. */
	contactId: string;
	item: MessageItem;
	forceCancelSurvey: boolean;
}

export type Statistics = ReturnType<Channel['statistics']>;

/** The two rate limits (section 8, Limits). */
export type LimitedGroup = 'messages' | 'contactRequests';

/** The state of a channel: its configuration, contacts, messages, and logged requests. */
export class Channel {
	readonly faults = new Faults();
	configuration: Configuration;
	limits: Record<LimitedGroup, RateLimiter>;
	contacts: ContactStore;
	/** In order of arrival. */
	requests: LoggedRequest[] = [];
	/** In order of acceptance. */
	messages: AcceptedMessage[] = [];
	/** Between 0 and 1, like `Math.random`. */
	random: () => number = Math.random;

	/** @param contactCount the number of initial contacts */
	constructor(
		public token: string,
		private readonly contactCount: number,
		configuration: ConfigurationChange,
	) {
		this.configuration = changedConfiguration(defaultConfiguration, configuration);
		this.limits = createLimiters(this.configuration.limits);
		this.contacts = seedContacts(contactCount);
	}

	/** Changes settings. New limits restart counting. */
	configure(change: ConfigurationChange): void {
		this.configuration = changedConfiguration(this.configuration, change);
		if (change.limits) this.limits = createLimiters(this.configuration.limits);
	}

	/** Restores the initial state, but keeps the configuration. */
	reset(): void {
		this.faults.clear();
		this.limits = createLimiters(this.configuration.limits);
		this.contacts = seedContacts(this.contactCount);
		this.requests = [];
		this.messages = [];
	}

	/** Returns figures about everything since the start or the last reset. */
	statistics() {
		const distinct = new Set(
			this.messages.map(({ contactId, item }) => JSON.stringify([contactId, item])),
		);
		const times = this.messages.map(({ at }) => at).sort((one, other) => one - other);
		const durationMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
		return {
			accepted: times.length,
			/** Accepted messages with the same contact and content as an earlier one. */
			duplicates: times.length - distinct.size,
			rateLimited: this.requests.filter(({ status }) => status === 429).length,
			requests: this.requests.length,
			/**
			 * The average rate from the first to the last accepted message, or 0 for fewer than
			 * two.
			 */
			messagesPerSecond: durationMs > 0 ? ((times.length - 1) * 1_000) / durationMs : 0,
		};
	}
}

function createLimiters(limits: Limits): Record<LimitedGroup, RateLimiter> {
	const limiter = (requests: number | null, windowMs: number): RateLimiter =>
		requests === null ? unlimited : limiters[limits.semantics]({ requests, windowMs });
	return {
		messages: limiter(limits.messagesPerSecond, 1_000),
		contactRequests: limiter(limits.contactRequestsPerMinute, 60_000),
	};
}
