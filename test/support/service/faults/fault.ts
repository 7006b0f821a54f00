import { z } from 'zod';

const status = z.number().int().min(200).max(599);
const headers = z.record(z.string()).optional();
const message = z.string().optional();

const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
	z.object({ kind: z.literal(name), ...shape }).strict();

/** What goes wrong with a call. */
const fault = z.discriminatedUnion('kind', [
	/** Answers this status in the envelope; the call does not take effect. */
	kind('status', { status, message, headers }),
	/** Takes effect, then answers this status in the envelope. */
	kind('statusAfterEffect', { status, message, headers }),
	/** Takes effect and answers so much later. */
	kind('slow', { milliseconds: z.number().min(0) }),
	/** The socket is destroyed. */
	kind('connectionLost', { when: z.enum(['beforeEffect', 'afterEffect']) }),
	/** Takes effect, then answers exactly this: HTML, truncated JSON, nothing, another shape. */
	kind('answer', { status, contentType: z.string(), body: z.string(), headers }),
	/** Takes effect and never answers; the connection stays open. */
	kind('never', {}),
	/** Contact search: every page has the first page's contacts and says that another follows. */
	kind('repeatPages', {}),
	/** Sends the caller elsewhere; the call does not take effect. */
	kind('redirect', { location: z.string(), status }),
]);

/** A fault and the calls that it strikes; without `match`, any call. */
export const faultRule = z
	.object({
		match: z
			.object({
				method: z.string(),
				/** Tested against the path as requested: encoded, with its query. */
				path: z.union([z.instanceof(RegExp), z.string()]),
				/** The decoded identifier of the contact. */
				contactId: z.string(),
				/** From the nth call on that meets the rest, counted from 1 since the rule was added. */
				nth: z.number().int().min(1),
			})
			.partial()
			.strict()
			.default({}),
		/** How often it strikes a call that matches. */
		probability: z.number().min(0).max(1).default(1),
		/** How many calls it strikes; null, as JSON has it, and Infinity: all that follow. */
		times: z.number().min(1).nullable().default(1),
		fault,
	})
	.strict();

export type Fault = z.infer<typeof fault>;
export type FaultRule = z.input<typeof faultRule>;
