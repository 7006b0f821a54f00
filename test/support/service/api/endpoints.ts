import type { z } from 'zod';
import type { Channel, LimitedGroup } from '../channel';
import { contactPage } from '../contacts/contactPage';
import { createdId } from '../contacts/contactStore';
import { envelope, ErrorResponse } from './errorResponse';
import {
	customFieldsBody,
	type MessageItem,
	noQuery,
	searchQuery,
	sendBody,
	tagsBody,
} from './schemas';

interface RequestPlace {
	/** The time of arrival, in fractional milliseconds since the epoch. */
	at: number;
	/** The decoded ID in the path, or an empty string if the path has none. */
	contactId: string;
	/** The requested address, without its query. */
	url: string;
	/** The type of the message's attachment, if the service downloaded it. */
	attachmentType: string | undefined;
}

/** An endpoint (section 4, Endpoints). */
export interface Endpoint {
	method: string;
	/** Matches the path. The first group is the encoded ID of the contact. */
	pattern: RegExp;
	/** The rate limit against which requests count. */
	group: LimitedGroup;
	/** On Viber, the ID in the path is Base64 encoded (section 4, Endpoints). */
	base64OnViber?: true;
	/** Returns the response's body. If it throws, nothing has changed. */
	handle: (
		channel: Channel,
		place: RequestPlace,
		content: { body: unknown; query: Record<string, string> },
	) => object;
}

interface Definition<Body extends z.ZodTypeAny, Query extends z.ZodTypeAny>
	extends Omit<Endpoint, 'handle' | 'method' | 'pattern'> {
	body?: Body;
	query?: Query;
	handle: (
		channel: Channel,
		place: RequestPlace,
		content: { body: z.output<Body>; query: z.output<Query> },
	) => object;
}

/** @param path such as `POST /v1/contact/:contactId/tags` */
function endpoint<Body extends z.ZodTypeAny, Query extends z.ZodTypeAny = typeof noQuery>(
	path: string,
	{ body, query, handle, ...definition }: Definition<Body, Query>,
): Endpoint {
	const [method = '', template = ''] = path.split(' ');
	return {
		...definition,
		method,
		pattern: new RegExp(`^${template.replace(':contactId', '([^/]+)')}$`),
		handle: (channel, place, content) =>
			handle(channel, place, {
				body: body?.parse(content.body, { path: ['body'] }) as z.output<Body>,
				query: (query ?? noQuery).parse(content.query, { path: ['query'] }) as z.output<Query>,
			}),
	};
}

const group = 'contactRequests';

/** All endpoints. Fixed paths are listed ahead of paths with IDs. */
const endpoints: readonly Endpoint[] = [
	endpoint('POST /v1/message/sendContent/:contactId', {
		group: 'messages',
		base64OnViber: true,
		body: sendBody,
		handle(
			channel,
			{ at, attachmentType, contactId },
			{ body: { body, forceCancelSurvey = false } },
		) {
			const [item] = body;
			const contact = channel.contacts.get(contactId);
			requireContact(channel, channel.configuration.acceptUnknownContacts || contact);
			requireMediaUrl(item, attachmentType);
			const { id } = contact ?? { id: contactId };
			channel.messages.push({ at, contactId: id, item, forceCancelSurvey });
			return envelope('Success', 'Message Sent');
		},
	}),
	endpoint('POST /v1/contact', {
		group,
		body: customFieldsBody,
		handle: (channel, { at }, { body }) => ({
			data: { id: createdId(channel.contacts.create(body.custom_fields, at)) },
		}),
	}),
	endpoint('GET /v1/contact/by_custom_field', {
		group,
		query: searchQuery,
		handle({ configuration: { search }, contacts }, { at, url }, { query }) {
			const found = contacts.search(query.name, query.value, search, at);
			return contactPage(query, url, found, search.pageSize);
		},
	}),
	endpoint('GET /v1/contact/:contactId', {
		group,
		handle: (channel, { contactId }) => ({
			data: requireContact(channel, channel.contacts.get(contactId)),
		}),
	}),
	endpoint('PUT /v1/contact/:contactId', {
		group,
		base64OnViber: true,
		body: customFieldsBody,
		handle(channel, { at, contactId }, { body }) {
			requireContact(channel, channel.contacts.update(contactId, body.custom_fields, at));
			return { data: { id: contactId } };
		},
	}),
	endpoint('POST /v1/contact/:contactId/tags', {
		group,
		body: tagsBody,
		handle(channel, { at, contactId }, { body }) {
			requireContact(channel, channel.contacts.addTags(contactId, body.tags, at));
			return envelope('success', 'Contact Tags have been added successfully.');
		},
	}),
	endpoint('DELETE /v1/contact/:contactId/tags', {
		group,
		base64OnViber: true,
		body: tagsBody,
		handle(channel, { at, contactId }, { body }) {
			requireContact(channel, channel.contacts.removeTags(contactId, body.tags, at));
			return envelope('success', 'Contact Tags deleted successfully.');
		},
	}),
];

/** Returns the endpoints with a path, one for each method. */
export function endpointsAt(pathname: string): readonly Endpoint[] {
	const found = endpoints.find(({ pattern }) => pattern.test(pathname));
	return endpoints.filter(({ pattern }) => pattern.source === found?.pattern.source);
}

/** Throws the service's error if the contact doesn't exist. */
function requireContact<Found>(
	{ configuration: { contactNotFound } }: Channel,
	found: Found | false | undefined,
): Found {
	if (found !== false && found !== undefined) return found;
	throw new ErrorResponse(contactNotFound.status, contactNotFound.message);
}

const extensions = {
	image: /\.(avif|bmp|gif|heic|jpe?g|png|svg|webp)$/i,
	video: /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|webm)$/i,
	audio: /\.(aac|amr|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
};

/**
 * Throws if an attachment's URL doesn't point to a file of its kind (section 4.1, Send message), judged
 * by its type if the service downloaded it, and otherwise by the extension of its path. The document
 * doesn't show the status of this error (section 7, Errors).
 */
function requireMediaUrl(item: MessageItem, attachmentType: string | undefined): void {
	if (!('url' in item) || item.type === 'file') return;
	const isOfKind =
		attachmentType === undefined
			? extensions[item.type].test(new URL(item.url).pathname)
			: attachmentType.startsWith(`${item.type}/`);
	if (!isOfKind) {
		throw new ErrorResponse(400, 'Sorry, Url provided is not an image/audio/video file');
	}
}
