import type { z } from 'zod';
import type { Channel, LimitedGroup } from '../channel';
import { contactPage } from '../contacts/contactPage';
import { createdId, withoutFields } from '../contacts/contactStore';
import { envelope, ErrorResponse } from './errorResponse';
import {
	customFieldsBody,
	type MessageItem,
	noQuery,
	searchQuery,
	sendBody,
	tagsBody,
} from './schemas';

/** A request whose token and rate limit were checked. */
interface EndpointRequest {
	/** The time of arrival, in fractional milliseconds since the epoch. */
	at: number;
	/** The decoded ID in the path, or an empty string. */
	contactId: string;
	/** Without the query. */
	url: string;
	/** The type of the message's attachment, if the service downloaded it. */
	attachmentType: string | undefined;
	body: unknown;
	query: Record<string, string>;
}

/** An endpoint (section 4, Endpoints). */
export interface Endpoint {
	method: string;
	/** Matches the path. The first group is the encoded ID of the contact. */
	pattern: RegExp;
	/** The rate limit against which requests count. */
	group: LimitedGroup;
	/** On Viber, the ID in the path is Base64 encoded (section 4, Endpoints). */
	base64OnViber: boolean;
	/** Returns the response's body. If it throws, nothing has changed. */
	handle: (channel: Channel, request: EndpointRequest) => object;
}

/** @param path such as `POST /v1/contact/:contactId/tags` */
function endpoint(
	path: string,
	handle: Endpoint['handle'],
	{
		group = 'contactRequests',
		base64OnViber = false,
		hasQuery = false,
	}: Partial<Pick<Endpoint, 'base64OnViber' | 'group'>> & { hasQuery?: boolean } = {},
): Endpoint {
	const [method = '', template = ''] = path.split(' ');
	const pattern = new RegExp(`^${template.replace(':contactId', '([^/]+)')}$`);
	const handleValid: Endpoint['handle'] = (channel, request) => {
		if (!hasQuery) noQuery.parse(request.query, { path: ['query'] });
		return handle(channel, request);
	};
	return { method, pattern, group, base64OnViber, handle: handleValid };
}

/** All endpoints. Fixed paths are listed ahead of paths with IDs. */
const endpoints: readonly Endpoint[] = [
	endpoint(
		'POST /v1/message/sendContent/:contactId',
		(channel, { at, attachmentType, contactId, body }) => {
			const { body: items, forceCancelSurvey = false } = bodyOf(sendBody, body);
			const [item] = items;
			const contact = channel.contacts.get(contactId);
			requireContact(channel, channel.configuration.acceptUnknownContacts || contact);
			requireMediaUrl(item, attachmentType);
			const { id } = contact ?? { id: contactId };
			channel.messages.push({ at, contactId: id, item, forceCancelSurvey });
			return envelope('Success', 'Message Sent');
		},
		{ group: 'messages', base64OnViber: true },
	),
	endpoint('POST /v1/contact', (channel, { at, body }) => {
		const { custom_fields: fields } = bodyOf(customFieldsBody, body);
		return { data: { id: createdId(channel.contacts.create(fields, at)) } };
	}),
	endpoint(
		'GET /v1/contact/by_custom_field',
		(channel, { at, url, query }) => {
			const { search } = channel.configuration;
			const parsed = searchQuery.parse(query, { path: ['query'] });
			const { name, value } = parsed;
			const found = channel.contacts.search(name, value, search, at, channel.random);
			return contactPage(parsed, url, found, search);
		},
		{ hasQuery: true },
	),
	endpoint('GET /v1/contact/:contactId', (channel, { contactId }) => {
		const contact = requireContact(channel, channel.contacts.get(contactId));
		const { omittedFields } = channel.configuration.search;
		const omitted = { empty: 'empty', fetchedCity: 'city' } as const;
		const isOmitted = omittedFields === 'empty' || omittedFields === 'fetchedCity';
		return { data: isOmitted ? withoutFields(contact, omitted[omittedFields]) : contact };
	}),
	endpoint(
		'PUT /v1/contact/:contactId',
		(channel, { at, contactId, body }) => {
			const { custom_fields: fields } = bodyOf(customFieldsBody, body);
			requireContact(channel, channel.contacts.update(contactId, fields, at));
			return { data: { id: contactId } };
		},
		{ base64OnViber: true },
	),
	endpoint('POST /v1/contact/:contactId/tags', (channel, { at, contactId, body }) => {
		const { tags } = bodyOf(tagsBody, body);
		requireContact(channel, channel.contacts.addTags(contactId, tags, at));
		return envelope('success', 'Contact Tags have been added successfully.');
	}),
	endpoint(
		'DELETE /v1/contact/:contactId/tags',
		(channel, { at, contactId, body }) => {
			const { tags } = bodyOf(tagsBody, body);
			requireContact(channel, channel.contacts.removeTags(contactId, tags, at));
			return envelope('success', 'Contact Tags deleted successfully.');
		},
		{ base64OnViber: true },
	),
];

/** Returns a valid body. Throws if it is invalid. */
function bodyOf<Body>(schema: z.ZodType<Body>, body: unknown): Body {
	return schema.parse(body, { path: ['body'] });
}

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
