import { z } from 'zod';
import { limits } from '../../../../nodes/ChannelMessaging/client/documentedLimits';

const text = z.string().min(1);
const httpUrl = z
	.string()
	.url()
	.regex(/^https?:/i, 'Not an http or https URL');

/** Counts code points, so that an emoji is one character. */
const reply = text.refine(
	(label) => Array.from(label).length <= limits.charactersPerReply,
	`A reply has at most ${String(limits.charactersPerReply)} characters`,
);

/** A message content item (section 2, Resources and their fields). */
const messageItem = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('text'), text }),
	z.strictObject({ type: z.enum(['image', 'video', 'audio', 'file']), url: httpUrl }),
	z.strictObject({
		type: z.literal('quick_reply'),
		title: text,
		replies: z.array(reply).min(1).max(limits.repliesPerMessage),
	}),
]);

/** The body of a message request (section 4.1, Send message). */
export const sendBody = z.strictObject({
	body: z.tuple([messageItem]),
	forceCancelSurvey: z.boolean().optional(),
});

/** An empty value clears the field. */
const fieldAssignment = z.strictObject({ name: text, value: z.string() });

/** The body of create and update (sections 4.4, Update contact, and 4.7, Create contact). */
export const customFieldsBody = z.strictObject({
	custom_fields: z.array(fieldAssignment).min(1).max(limits.customFieldsPerRequest),
});

/** The body of sections 4.5, Add tags, and 4.6, Remove tags. */
export const tagsBody = z.strictObject({ tags: z.array(text).min(1).max(limits.tagsPerRequest) });

/** The query of section 4.2, Find contacts by custom field. The first page is 1, the default. */
export const searchQuery = z.strictObject({
	name: text,
	value: z.string(),
	page: z
		.string()
		.regex(/^[1-9][0-9]{0,8}$/)
		.optional(),
});

/** Rejects every query parameter. */
export const noQuery = z.strictObject({});

export type MessageItem = z.infer<typeof messageItem>;
/** A custom field assignment (section 2, Resources and their fields). */
export type FieldAssignment = z.infer<typeof fieldAssignment>;
export type SearchQuery = z.infer<typeof searchQuery>;
