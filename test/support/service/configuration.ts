import { z } from 'zod';

const limit = z.number().int().min(1).nullable();
const milliseconds = z.number().min(0);

const limitsSchema = z.strictObject({
	/** The document names a rate, not how it is measured: each plausible way can be chosen. */
	semantics: z.enum(['fixedWindow', 'slidingWindow', 'tokenBucket']),
	/** The form of the `Retry-After` header of a 429; the document doesn't show one. */
	retryAfter: z.enum(['seconds', 'date', 'none']),
	/** Sends per second; null: no limit. */
	messagesPerSecond: limit,
	/** Calls per minute of all contact endpoints together; null: no limit. */
	contactCallsPerMinute: limit,
});

export const configurationSchema = z.strictObject({
	/** On `viber`, send, update and remove tags take a Base64 identifier (section 4, Endpoints). */
	channelType: z.enum(['other', 'viber']),
	limits: limitsSchema,
	/** The time a call takes to be answered: uniform between the two. */
	answers: z.strictObject({ minimumMilliseconds: milliseconds, maximumMilliseconds: milliseconds }),
	/** A random delay of up to so many milliseconds before the limiter counts a call. */
	arrivalJitterMilliseconds: milliseconds,
	/** Whether a message to a contact that doesn't exist is accepted. */
	acceptUnknownContacts: z.boolean(),
});

/** How many calls the service admits (section 8, Limits), and what a refusal tells. */
export type Limits = z.infer<typeof limitsSchema>;

/** What can be changed while the service runs. */
export type Configuration = z.infer<typeof configurationSchema>;

export type AnswerTimes = Configuration['answers'];

export type ConfigurationChange = Partial<
	Omit<Configuration, 'limits'> & { limits: Partial<Limits> }
>;

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

/** The configuration after the change; throws a ZodError where a setting is unknown or wrong. */
export function changedConfiguration(
	before: Configuration,
	change: ConfigurationChange,
): Configuration {
	return configurationSchema.parse({
		...before,
		...change,
		limits: { ...before.limits, ...change.limits },
	});
}
