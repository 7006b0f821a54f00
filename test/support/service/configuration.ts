import { z } from 'zod';
import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';

const limit = z.number().int().min(1).nullable();
const milliseconds = z.number().min(0);

const limitsSchema = z.strictObject({
	/** The document specifies rates, but not how requests are counted. */
	semantics: z.enum(['fixedWindow', 'slidingWindow', 'tokenBucket']),
	/** The form of the `Retry-After` header of 429 responses. The document doesn't show the header. */
	retryAfter: z.enum(['seconds', 'date', 'none']),
	/** Sent messages per second; `null`: no limit. */
	messagesPerSecond: limit,
	/** Requests per minute to all contact endpoints; `null`: no limit. */
	contactRequestsPerMinute: limit,
});

const searchSchema = z.strictObject({
	pageSize: z.number().int().min(1),
	/** With `unstable`, the order changes with each request. */
	order: z.enum(['newestFirst', 'oldestFirst', 'recentlyChangedFirst', 'unstable']),
	match: z.enum(['exact', 'ignoresCase', 'partial']),
	/** How long search results lag behind changes. */
	lagMs: milliseconds,
	/** Whether only the choice of contacts lags, or also their content. */
	lagging: z.enum(['choice', 'content']),
	/**
	 * The custom fields that are missing from results: all, about half of each contact's, `city`,
	 * or empty ones, which are also missing from fetched contacts. With `fetchedCity`, only fetched
	 * contacts lack their `city`.
	 */
	omittedFields: z.enum(['none', 'all', 'some', 'city', 'empty', 'fetchedCity']),
	/** How `total` counts: an estimate differs from page to page. */
	total: z.enum(['exact', 'estimate', 'minuteAgo']),
	/** `lastPageFirst`: `last_page` is 1. `lastPageTooLarge`: empty pages follow. */
	paging: z.enum(['consistent', 'lastPageFirst', 'lastPageTooLarge', 'noNextLink']),
});

const configurationSchema = z.strictObject({
	/** On `viber`, send, update, and remove tags require Base64 IDs (section 4, Endpoints). */
	channelType: z.enum(['other', 'viber']),
	limits: limitsSchema,
	/** Response times are uniformly distributed. */
	latency: z.strictObject({ minMs: milliseconds, maxMs: milliseconds }),
	/** Whether to accept messages to contacts that don't exist. */
	acceptUnknownContacts: z.boolean(),
	search: searchSchema,
	/** The error for a contact that doesn't exist, which the document doesn't show. */
	contactNotFound: z.strictObject({ status: z.number().int(), message: z.string() }),
	/** The type of the IDs of fetched contacts in responses. */
	ids: z.enum(['number', 'text']),
});

/** The rate limits (section 8, Limits) and the header of 429 responses. */
export type Limits = z.infer<typeof limitsSchema>;

/** How contacts are searched for, which the document doesn't show. */
export type ContactSearch = z.infer<typeof searchSchema>;

/** The settings that can be changed while the service runs. */
export type Configuration = z.infer<typeof configurationSchema>;

export type Latency = Configuration['latency'];

export type ConfigurationChange = Partial<
	Omit<Configuration, 'limits' | 'search'> & {
		limits: Partial<Limits>;
		search: Partial<ContactSearch>;
	}
>;

export const defaultConfiguration: Configuration = {
	channelType: 'other',
	limits: {
		semantics: 'slidingWindow',
		retryAfter: 'none',
		messagesPerSecond: limits.messagesPerSecond,
		contactRequestsPerMinute: limits.contactCallsPerMinute,
	},
	latency: { minMs: 0, maxMs: 0 },
	acceptUnknownContacts: false,
	search: {
		pageSize: 25,
		order: 'oldestFirst',
		match: 'exact',
		lagMs: 0,
		lagging: 'choice',
		omittedFields: 'none',
		total: 'exact',
		paging: 'consistent',
	},
	contactNotFound: { status: 403, message: 'Contact not found.' },
	ids: 'text',
};

/** Returns the changed configuration. Throws a `ZodError` if a setting is unknown or invalid. */
export function changedConfiguration(
	current: Configuration,
	change: ConfigurationChange,
): Configuration {
	return configurationSchema.parse({
		...current,
		...change,
		limits: { ...current.limits, ...change.limits },
		search: { ...current.search, ...change.search },
	});
}
