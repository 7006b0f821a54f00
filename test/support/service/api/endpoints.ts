import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';
import type { Channel } from '../channel';
import { createdId } from '../contacts/contactBook';
import { contactPage } from '../contacts/contactPage';
import { envelope, Refusal } from './refusal';
import {
	customFieldsBody,
	type MessageItem,
	noQuery,
	searchQuery,
	sendBody,
	tagsBody,
} from './schemas';

/** What a schema of zod makes of a body or a query. */
interface ZodTypes extends FastifyTypeProvider {
	validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** A body, and no query. */
const takes = <Body extends z.ZodType>(body: Body) => ({ body, querystring: noQuery });

const contactCalls = { group: 'contactCalls' } as const;

/** The whole interface (section 4, Endpoints): each does what is asked, or throws and does nothing. */
export function addEndpoints(server: FastifyInstance, channel: Channel): void {
	const api = server.withTypeProvider<ZodTypes>();

	api.post(
		'/v1/message/sendContent/:contactId',
		{ schema: takes(sendBody), config: { group: 'messages', base64OnViber: true } },
		({ call: { at }, contactId, body: { body, forceCancelSurvey = false } }) => {
			const [item] = body;
			const contact = channel.contacts.get(contactId);
			known(channel.configuration.acceptUnknownContacts || contact);
			requireMediaUrl(item);
			const { id } = contact ?? { id: contactId };
			channel.messages.push({ at, contactId: id, item, forceCancelSurvey });
			return envelope('Success', 'Message Sent');
		},
	);
	api.post(
		'/v1/contact',
		{ schema: takes(customFieldsBody), config: contactCalls },
		({ body }) => ({ data: { id: createdId(channel.contacts.create(body.custom_fields)) } }),
	);
	api.get(
		'/v1/contact/by_custom_field',
		{ schema: { querystring: searchQuery }, config: contactCalls },
		({ query, host, routeOptions: { url = '' } }) => {
			const found = channel.contacts.withField(query.name, query.value);
			return contactPage(query, `http://${host}${url}`, found);
		},
	);
	api.get(
		'/v1/contact/:contactId',
		{ schema: { querystring: noQuery }, config: contactCalls },
		({ contactId }) => ({ data: known(channel.contacts.get(contactId)) }),
	);
	api.put(
		'/v1/contact/:contactId',
		{ schema: takes(customFieldsBody), config: { ...contactCalls, base64OnViber: true } },
		({ contactId, body }) => {
			known(channel.contacts.update(contactId, body.custom_fields));
			return { data: { id: contactId } };
		},
	);
	api.post(
		'/v1/contact/:contactId/tags',
		{ schema: takes(tagsBody), config: contactCalls },
		({ contactId, body }) => {
			known(channel.contacts.addTags(contactId, body.tags));
			return envelope('success', 'Contact Tags have been added successfully.');
		},
	);
	api.delete(
		'/v1/contact/:contactId/tags',
		{ schema: takes(tagsBody), config: { ...contactCalls, base64OnViber: true } },
		({ contactId, body }) => {
			known(channel.contacts.removeTags(contactId, body.tags));
			return envelope('success', 'Contact Tags deleted successfully.');
		},
	);
}

/** What the book of contacts gave, if it knows the contact. */
function known<Found>(found: Found | false | undefined): Found {
	if (found === false || found === undefined) throw new Refusal(403, 'Contact not found.');
	return found;
}

const extensions = {
	image: /\.(avif|bmp|gif|heic|jpe?g|png|svg|webp)$/i,
	video: /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|webm)$/i,
	audio: /\.(aac|amr|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
	file: /(?:)/,
};

/**
 * An attachment's URL must lead to a file of its kind (section 4.1, Send message). The real service
 * may fetch it; this one goes by the extension of the URL's path. The document doesn't show the
 * status of this error (section 7, Errors): it is 400 here, which is none of those it does show.
 */
function requireMediaUrl(item: MessageItem): void {
	if ('url' in item && !extensions[item.type].test(new URL(item.url).pathname)) {
		throw new Refusal(400, 'Sorry, Url provided is not an image/audio/video file');
	}
}
