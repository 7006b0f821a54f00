import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';
import type { Channel } from '../channel';
import { createdId } from '../contacts/contactStore';
import { contactPage } from '../contacts/contactPage';
import { envelope, ErrorResponse } from './errorResponse';
import {
	customFieldsBody,
	type MessageItem,
	noQuery,
	searchQuery,
	sendBody,
	tagsBody,
} from './schemas';

/** Derives the types of a request's body and query from zod schemas. */
interface ZodTypes extends FastifyTypeProvider {
	validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** Accepts a body and no query. */
const bodyOnly = <Body extends z.ZodType>(body: Body) => ({ body, querystring: noQuery });

const contactRequests = { group: 'contactRequests' } as const;

/** Adds all endpoints (section 4, Endpoints). A handler that throws changes nothing. */
export function addEndpoints(server: FastifyInstance, channel: Channel): void {
	const api = server.withTypeProvider<ZodTypes>();

	api.post(
		'/v1/message/sendContent/:contactId',
		{ schema: bodyOnly(sendBody), config: { group: 'messages', base64OnViber: true } },
		({ logged: { at }, contactId, body: { body, forceCancelSurvey = false } }) => {
			const [item] = body;
			const contact = channel.contacts.get(contactId);
			requireContact(channel.configuration.acceptUnknownContacts || contact);
			requireMediaUrl(item);
			const { id } = contact ?? { id: contactId };
			channel.messages.push({ at, contactId: id, item, forceCancelSurvey });
			return envelope('Success', 'Message Sent');
		},
	);
	api.post(
		'/v1/contact',
		{ schema: bodyOnly(customFieldsBody), config: contactRequests },
		({ body }) => ({ data: { id: createdId(channel.contacts.create(body.custom_fields)) } }),
	);
	api.get(
		'/v1/contact/by_custom_field',
		{ schema: { querystring: searchQuery }, config: contactRequests },
		({ query, host, routeOptions: { url = '' } }) => {
			const found = channel.contacts.findByField(query.name, query.value);
			return contactPage(query, `http://${host}${url}`, found);
		},
	);
	api.get(
		'/v1/contact/:contactId',
		{ schema: { querystring: noQuery }, config: contactRequests },
		({ contactId }) => ({ data: requireContact(channel.contacts.get(contactId)) }),
	);
	api.put(
		'/v1/contact/:contactId',
		{ schema: bodyOnly(customFieldsBody), config: { ...contactRequests, base64OnViber: true } },
		({ contactId, body }) => {
			requireContact(channel.contacts.update(contactId, body.custom_fields));
			return { data: { id: contactId } };
		},
	);
	api.post(
		'/v1/contact/:contactId/tags',
		{ schema: bodyOnly(tagsBody), config: contactRequests },
		({ contactId, body }) => {
			requireContact(channel.contacts.addTags(contactId, body.tags));
			return envelope('success', 'Contact Tags have been added successfully.');
		},
	);
	api.delete(
		'/v1/contact/:contactId/tags',
		{ schema: bodyOnly(tagsBody), config: { ...contactRequests, base64OnViber: true } },
		({ contactId, body }) => {
			requireContact(channel.contacts.removeTags(contactId, body.tags));
			return envelope('success', 'Contact Tags deleted successfully.');
		},
	);
}

/** Throws the service's error if the contact doesn't exist. */
function requireContact<Found>(found: Found | false | undefined): Found {
	if (found === false || found === undefined) throw new ErrorResponse(403, 'Contact not found.');
	return found;
}

const extensions = {
	image: /\.(avif|bmp|gif|heic|jpe?g|png|svg|webp)$/i,
	video: /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|webm)$/i,
	audio: /\.(aac|amr|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
	file: /(?:)/,
};

/**
 * Throws if an attachment's URL doesn't point to a file of its kind (section 4.1, Send message), judged
 * by the extension of its path. The document doesn't show the status of this error (section 7, Errors).
 */
function requireMediaUrl(item: MessageItem): void {
	if ('url' in item && !extensions[item.type].test(new URL(item.url).pathname)) {
		throw new ErrorResponse(400, 'Sorry, Url provided is not an image/audio/video file');
	}
}
