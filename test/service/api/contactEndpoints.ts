import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChannelState } from '../channelState';
import type { ContactBook } from '../contacts/contactBook';
import { contactPage, repeatedContactPage } from '../contacts/contactPage';
import { requireContactId } from './contactIdentifier';
import {
	type CustomFieldsBody,
	customFieldsBodySchema,
	type SearchQuery,
	searchQuerySchema,
	type TagsBody,
	tagsBodySchema,
} from './contactSchemas';
import { emptyQuerySchema } from './emptyQuerySchema';
import { envelope } from './envelope';
import { type Passage, passageOf } from './passage';
import { contactNotFound } from './refusal';

const searchPath = '/v1/contact/by_custom_field';

/** Create, find, get, update and tag contacts (sections 4.2 to 4.7). */
export function contactEndpoints(api: FastifyInstance, state: ChannelState): void {
	const limitedGroup = 'contactCalls';
	const contactIdOf = (request: FastifyRequest): string =>
		requireContactId(request, state.configuration.channelType);

	const changeContact = (
		request: FastifyRequest,
		change: (contacts: ContactBook, contactId: string) => boolean,
	): string => {
		const { call, records } = passageOf(request);
		const contactId = contactIdOf(request);
		if (!change(records.contacts, contactId)) throw contactNotFound();
		call.accepted = true;
		return contactId;
	};

	api.post<{ Body: CustomFieldsBody }>(
		'/v1/contact',
		{
			schema: { body: customFieldsBodySchema, querystring: emptyQuerySchema },
			config: { limitedGroup },
		},
		(request, reply) => {
			const { call, records } = passageOf(request);
			const id = records.contacts.create(request.body.custom_fields);
			call.accepted = true;
			return reply.send({ data: { id } });
		},
	);

	api.get<{ Querystring: SearchQuery }>(
		searchPath,
		{ schema: { querystring: searchQuerySchema }, config: { limitedGroup } },
		(request, reply) => {
			const passage = passageOf(request);
			passage.call.accepted = true;
			return reply.send(
				searchAnswer(passage, request.query, `http://${request.host}${searchPath}`),
			);
		},
	);

	api.get(
		'/v1/contact/:contactId',
		{ schema: { querystring: emptyQuerySchema }, config: { limitedGroup } },
		(request, reply) => {
			const { call, records } = passageOf(request);
			const contact = records.contacts.get(contactIdOf(request));
			if (!contact) throw contactNotFound();
			call.accepted = true;
			return reply.send({ data: contact });
		},
	);

	api.put<{ Body: CustomFieldsBody }>(
		'/v1/contact/:contactId',
		{
			schema: { body: customFieldsBodySchema, querystring: emptyQuerySchema },
			config: { limitedGroup, base64OnViber: true },
		},
		(request, reply) => {
			const id = changeContact(request, (contacts, contactId) =>
				contacts.update(contactId, request.body.custom_fields),
			);
			return reply.send({ data: { id } });
		},
	);

	api.post<{ Body: TagsBody }>(
		'/v1/contact/:contactId/tags',
		{
			schema: { body: tagsBodySchema, querystring: emptyQuerySchema },
			config: { limitedGroup },
		},
		(request, reply) => {
			changeContact(request, (contacts, contactId) =>
				contacts.addTags(contactId, request.body.tags),
			);
			return reply.send(envelope('success', 'Contact Tags have been added successfully.'));
		},
	);

	api.delete<{ Body: TagsBody }>(
		'/v1/contact/:contactId/tags',
		{
			schema: { body: tagsBodySchema, querystring: emptyQuerySchema },
			config: { limitedGroup, base64OnViber: true },
		},
		(request, reply) => {
			changeContact(request, (contacts, contactId) =>
				contacts.removeTags(contactId, request.body.tags),
			);
			return reply.send(envelope('success', 'Contact Tags deleted successfully.'));
		},
	);
}

function searchAnswer(
	{ fault, records: { contacts } }: Passage,
	query: SearchQuery,
	path: string,
): ReturnType<typeof contactPage> {
	const search = { name: query.name, value: query.value, page: Number(query.page ?? 1) };
	const found = contacts.idsWithField(search.name, search.value);
	const page = (number: number): ReturnType<typeof contactPage> =>
		contactPage({ ...search, page: number }, path, found, (id) => contacts.get(id));
	return fault?.kind === 'repeatPages' ? repeatedContactPage(page(1), search) : page(search.page);
}
