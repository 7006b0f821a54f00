/** How many calls the service admits (section 8), and what a refusal tells. */
export interface Limits {
	/** The document names a rate, not how it is measured: each plausible way can be chosen. */
	semantics: 'fixedWindow' | 'slidingWindow' | 'tokenBucket';
	/** The form of the `Retry-After` header of a 429; the document doesn't show one. */
	retryAfter: 'seconds' | 'date' | 'none';
	/** Sends per second; null: no limit. */
	messagesPerSecond: number | null;
	/** Calls per minute of all contact endpoints together; null: no limit. */
	contactCallsPerMinute: number | null;
}

/** The time a call takes to be answered: uniform between the two, in milliseconds. */
export interface AnswerTimes {
	minimumMilliseconds: number;
	maximumMilliseconds: number;
}

export type ChannelType = 'other' | 'viber';

/** What can be changed while the service runs. */
export interface Configuration {
	/** On `viber`, send, update and remove tags take a Base64 identifier (section 4). */
	channelType: ChannelType;
	limits: Limits;
	answers: AnswerTimes;
	/** A random delay of up to so many milliseconds before the limiter counts a call. */
	arrivalJitterMilliseconds: number;
	/** Whether a message to a contact that doesn't exist is accepted. */
	acceptUnknownContacts: boolean;
}

export type ConfigurationChange = Partial<
	Omit<Configuration, 'limits'> & { limits: Partial<Limits> }
>;

export interface ServiceOptions extends ConfigurationChange {
	/** Default 0: any free port. */
	port?: number;
	/** The channel's token; default `test-channel-token`. */
	token?: string;
	/** How many contacts there are at first; default 25. */
	contacts?: number;
	/** Seed of all randomness; default 1. */
	seed?: number;
}

export const defaultToken = 'test-channel-token';
export const defaultContactCount = 25;
export const defaultSeed = 1;

export const defaultConfiguration: Configuration = {
	channelType: 'other',
	limits: {
		semantics: 'slidingWindow',
		retryAfter: 'seconds',
		messagesPerSecond: 25,
		contactCallsPerMinute: 100,
	},
	answers: { minimumMilliseconds: 0, maximumMilliseconds: 0 },
	arrivalJitterMilliseconds: 0,
	acceptUnknownContacts: false,
};
