import type { z } from 'zod';
import type { ChannelState, LimitedGroup } from '../channelState';
import { contactPage } from '../contacts/contactPage';
import { requireMediaUrl } from './mediaUrl';
import type { Passage } from './passage';
import { envelope, Refusal } from './refusal';
import { customFieldsBody, searchQuery, sendBody, tagsBody } from './schemas';

/** An admitted call, as an endpoint sees it. */
export interface EndpointCall {
	readonly passage: Passage;
	readonly configuration: ChannelState['configuration'];
	/** The contact that the path names, decoded; empty where it names none. */
	readonly contactId: string;
	/** The address of the endpoint. */
	readonly address: string;
	/** What came, if it is what the schema wants; throws a ZodError otherwise. */
	readonly body: <Body>(schema: z.ZodType<Body>) => Body;
	readonly query: <Query>(schema: z.ZodType<Query>) => Query;
}

export interface Endpoint {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: string;
	/** The group in which its calls are counted. */
	readonly group: LimitedGroup;
	/** On Viber the identifier in the path is Base64 encoded (section 4, Endpoints). */
	readonly base64OnViber?: true;
	readonly takesQuery?: true;
	/** Does what is asked and gives the answer, or throws a refusal and has done nothing. */
	answer(call: EndpointCall): object;
}

const contactCalls = { group: 'contactCalls' } as const;

/** The whole interface (section 4, Endpoints). */
export const endpoints: readonly Endpoint[] = [
	{
		method: 'POST',
		path: '/v1/message/sendContent/:contactId',
		group: 'messages',
		base64OnViber: true,
		answer({ passage: { call, records }, configuration, contactId, body }) {
			const { body: items, forceCancelSurvey = false } = body(sendBody);
			const [item] = items;
			known(configuration.acceptUnknownContacts || records.contacts.get(contactId));
			requireMediaUrl(item);
			records.messages.push({ at: call.at, contactId, item, forceCancelSurvey });
			return envelope('Success', 'Message Sent');
		},
	},
	{
		...contactCalls,
		method: 'POST',
		path: '/v1/contact',
		answer: ({ passage, body }) => ({
			data: { id: passage.records.contacts.create(body(customFieldsBody).custom_fields) },
		}),
	},
	{
		...contactCalls,
		method: 'GET',
		path: '/v1/contact/by_custom_field',
		takesQuery: true,
		answer({ passage: { records, fault }, address, query }) {
			const search = query(searchQuery);
			const found = records.contacts.withField(search.name, search.value);
			return contactPage(search, address, found, fault?.kind === 'repeatPages');
		},
	},
	{
		...contactCalls,
		method: 'GET',
		path: '/v1/contact/:contactId',
		answer: ({ passage, contactId }) => ({
			data: known(passage.records.contacts.get(contactId)),
		}),
	},
	{
		...contactCalls,
		method: 'PUT',
		path: '/v1/contact/:contactId',
		base64OnViber: true,
		answer({ passage, contactId, body }) {
			const { custom_fields: fields } = body(customFieldsBody);
			known(passage.records.contacts.update(contactId, fields));
			return { data: { id: contactId } };
		},
	},
	{
		...contactCalls,
		method: 'POST',
		path: '/v1/contact/:contactId/tags',
		answer({ passage, contactId, body }) {
			known(passage.records.contacts.addTags(contactId, body(tagsBody).tags));
			return envelope('success', 'Contact Tags have been added successfully.');
		},
	},
	{
		...contactCalls,
		method: 'DELETE',
		path: '/v1/contact/:contactId/tags',
		base64OnViber: true,
		answer({ passage, contactId, body }) {
			known(passage.records.contacts.removeTags(contactId, body(tagsBody).tags));
			return envelope('success', 'Contact Tags deleted successfully.');
		},
	},
];

/** What the book of contacts gave, if it knows the contact. */
function known<Found>(found: Found | false | undefined): Found {
	if (found === false || found === undefined) throw new Refusal(403, 'Contact not found.');
	return found;
}
