import type { IDataObject } from 'n8n-workflow';

import { ApiError, type Expected } from './apiError';
import {
	type Contact,
	type ContactPage,
	type CustomFieldAssignment,
	identifierOf,
	isRecord,
	type Message,
	messageBody,
} from './model';
import { type ApiResponse, excerpt, saysStatus, withoutEmptyData } from './response';
import type { SendRequest, ChannelRequest } from './types';

/** The endpoints of section 4 (Endpoints), one method each. All reject with an `ApiError`. */
export type Channel = ReturnType<typeof createChannel>;

/**
 * What goes out is exactly what the document says; what comes back is taken as it is, as long as it
 * can be read at all.
 */
export function createChannel(callApi: SendRequest, channelType: ChannelType) {
	const callContact = async (
		call: Omit<ChannelRequest, 'kind' | 'idempotent'>,
		idempotent = true,
	) => await callApi({ kind: 'contact', ...call, idempotent });
	const ownPath = (contactId: string) => `/v1/contact/${pathSegment(contactId)}`;
	const channelSegment = (contactId: string) => channelPathSegment(contactId, channelType);
	const channelPath = (contactId: string) => `/v1/contact/${channelSegment(contactId)}`;

	return {
		/** Section 4.1 (Send message). Gives the envelope, if it is there. */
		async sendMessage(contactId: string, message: Message) {
			const path = `/v1/message/sendContent/${channelSegment(contactId)}`;
			const body = messageBody(message);
			const call = { kind: 'message', method: 'POST', path, body, idempotent: false } as const;
			return sent(await callApi(call));
		},

		/** Section 4.2 (Find contacts by custom field). Pages count from 1. */
		async findContacts(name: string, value: string, page: number) {
			const path = '/v1/contact/by_custom_field';
			const query = { name, value, ...(page > 1 ? { page: String(page) } : {}) };
			return contactPage(await callContact({ method: 'GET', path, query }), page);
		},

		/** Section 4.3 (Get contact by ID). */
		async getContact(contactId: string) {
			return contact(await callContact({ method: 'GET', path: ownPath(contactId) }));
		},

		/** Section 4.4 (Update contact by ID). Gives `data`, an object with the contact's `id`. */
		async updateContact(contactId: string, customFields: CustomFieldAssignment[]) {
			const path = channelPath(contactId);
			const body = { custom_fields: customFields };
			return dataOf(envelope(await callContact({ method: 'PUT', path, body })));
		},

		/** Section 4.5 (Add tags). Returns the envelope. */
		async addTags(contactId: string, tags: string[]) {
			const path = `${ownPath(contactId)}/tags`;
			return withoutEmptyData(
				envelope(await callContact({ method: 'POST', path, body: { tags } })),
			);
		},

		/** Section 4.6 (Remove tags). Returns the envelope. */
		async removeTags(contactId: string, tags: string[]) {
			const path = `${channelPath(contactId)}/tags`;
			return withoutEmptyData(
				envelope(await callContact({ method: 'DELETE', path, body: { tags } })),
			);
		},

		/** Section 4.7 (Create contact). Gives `data` with the new contact's `id`, if it is there. */
		async createContact(customFields: CustomFieldAssignment[]) {
			const body = { custom_fields: customFields };
			return created(await callContact({ method: 'POST', path: '/v1/contact', body }, false));
		},
	};
}

/** The response to a call that was done for certain, as its status of 2xx says. */
export interface DoneResponse extends ApiResponse {
	/** What it gives; undefined where it isn't what the document shows. */
	usual: IDataObject | undefined;
	/** What it lacks then, if it could be read at all. */
	lacks: 'id' | 'success';
}

/** Counts as sent whatever the body looks like: an error would make people send it again. */
function sent(response: ApiResponse): DoneResponse {
	const isUsual = response.skipped === true || saysStatus(response, 'success');
	const usual = isUsual && response.json ? withoutEmptyData(response.json) : undefined;
	return { ...response, usual, lacks: 'success' };
}

/** Counts as created in the same way. */
function created(response: ApiResponse): DoneResponse {
	const data = dataOf(response.json ?? {});
	return { ...response, usual: identifierOf(data) === undefined ? undefined : data, lacks: 'id' };
}

/** The `data` object; the whole body where a service leaves `data` out. */
function dataOf(body: IDataObject): IDataObject {
	return isRecord(body.data) ? body.data : body;
}

function envelope(response: ApiResponse): IDataObject {
	if (response.json === undefined) throw unreadable(response, 'json');
	return response.json;
}

function contact(response: ApiResponse): Contact {
	const { data } = envelope(response);
	if (!isRecord(data)) throw unreadable(response, 'contact');
	return data;
}

function contactPage(response: ApiResponse, page: number): ContactPage {
	const { data, meta, links } = envelope(response);
	if (!Array.isArray(data)) throw unreadable(response, 'list');
	const contacts: unknown[] = data;
	if (!contacts.every(isRecord)) throw unreadable(response, 'contactsOnly');
	const { last_page: lastPage, total } = isRecord(meta) ? meta : {};
	const next = isRecord(links) ? links.next : undefined;
	return {
		contacts,
		size: response.text.length,
		hasNext: typeof lastPage === 'number' ? page < lastPage : typeof next === 'string',
		...(typeof total === 'number' ? { total } : {}),
	};
}

function unreadable({ status, text, truncated }: ApiResponse, expected: Expected): ApiError {
	if (truncated !== undefined) return truncated;
	const details = { outcome: 'unknown', status, expected, excerpt: excerpt(text) } as const;
	return new ApiError({ reason: 'unreadable', ...details });
}

/** The kind of channel that a token belongs to, as far as the document tells them apart. */
export type ChannelType = 'other' | 'viber';

/**
 * Any text as one URL-encoded path segment; reading parameters keeps out lone surrogates. Encodes
 * `!'()*` too, which `encodeURIComponent` leaves: some servers give them a meaning in paths.
 */
export function pathSegment(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/** A contact where Viber wants Base64 (section 4, Endpoints: send, update and tag removal). */
export function channelPathSegment(contactId: string, channelType: ChannelType): string {
	const isViber = channelType === 'viber';
	return pathSegment(isViber ? Buffer.from(contactId, 'utf8').toString('base64') : contactId);
}

/**
 * Whether a text may name a contact in a path. HTTP clients take `.` and `..` out of it, even when
 * encoded, and the third is the search (section 4.2, Find contacts by custom field).
 */
export function canBeIdentifier(text: string): boolean {
	return !['.', '..', 'by_custom_field'].includes(text);
}

/**
 * Returns equal keys for IDs that may name the same contact, to keep their requests in order. Created
 * contacts have IDs such as `cus_123`, fetched ones such as `123` (section 2, Contact). The document
 * doesn't show that both name the same contact, so use the key for nothing else.
 */
export function orderingKey(contactId: string): string {
	return /^(?:cus_)?(\d+)$/.exec(contactId)?.[1] ?? contactId;
}
