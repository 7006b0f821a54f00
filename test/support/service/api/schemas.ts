import { z } from 'zod';

const text = z.string().min(1);

/** Caps of section 8, Limits. */
const repliesPerMessage = 10;
const charactersPerReply = 20;
const fieldsPerRequest = 30;
const tagsPerRequest = 10;

/** As a person counts them, an emoji being one. */
const isShortReply = (reply: string): boolean => Array.from(reply).length <= charactersPerReply;

/** A message content item (section 2, Resources and their fields). */
const messageItem = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text }).strict(),
	z.object({ type: z.enum(['image', 'video', 'audio', 'file']), url: text }).strict(),
	z
		.object({
			type: z.literal('quick_reply'),
			title: text,
			replies: z
				.array(
					text.refine(isShortReply, `A reply has at most ${String(charactersPerReply)} characters`),
				)
				.min(1)
				.max(repliesPerMessage),
		})
		.strict(),
]);

/** The body of a send (section 4.1, Send message). */
export const sendBody = z
	.object({ body: z.tuple([messageItem]), forceCancelSurvey: z.boolean().optional() })
	.strict();

/** The body of create and update (sections 4.4, Update contact, and 4.7, Create contact). */
export const customFieldsBody = z
	.object({
		custom_fields: z
			// An empty value clears the field.
			.array(z.object({ name: text, value: z.string() }).strict())
			.min(1)
			.max(fieldsPerRequest),
	})
	.strict();

/** The body of sections 4.5, Add tags, and 4.6, Remove tags. */
export const tagsBody = z.object({ tags: z.array(text).min(1).max(tagsPerRequest) }).strict();

/** The query of section 4.2, Find contacts by custom field. Pages count from 1, the default. */
export const searchQuery = z
	.object({
		name: text,
		value: z.string(),
		page: z
			.string()
			.regex(/^[1-9][0-9]{0,8}$/)
			.optional(),
	})
	.strict();

/** Endpoints without query parameters refuse every one. */
export const noQuery = z.object({}).strict();

export type MessageItem = z.infer<typeof messageItem>;
export type SearchQuery = z.infer<typeof searchQuery>;
