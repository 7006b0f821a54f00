import type { IDataObject } from 'n8n-workflow';

import { ApiError, type Expected } from './apiError';
import {
	type Contact,
	type ContactPage,
	type CustomFieldAssignment,
	contactIdOf,
	isRecord,
	type Message,
	messageBody,
} from './model';
import { type ApiResponse, excerpt, saysStatus, withoutEmptyData } from './response';
import type { SendRequest, ChannelRequest } from './types';

/**
 * A client for one channel, with one method per endpoint. All methods reject with an `ApiError`.
 */
export type Channel = ReturnType<typeof createChannel>;

/**
 * Returns the endpoints of section 4 (Endpoints) for one channel. Requests contain exactly the
 * documented fields. Responses are returned unchanged, and accepted if they can be read.
 */
export function createChannel(send: SendRequest, channelType: ChannelType) {
	const request = async (options: ChannelRequest): Promise<ApiResponse> => {
		const result = await send(options);
		if (result instanceof ApiError) throw result;
		return result;
	};
	const contactRequest = async (
		options: Omit<ChannelRequest, 'bucket' | 'idempotent'>,
		idempotent = true,
	) => await request({ bucket: 'contact', ...options, idempotent });
	const ownPath = (contactId: string) => `/v1/contact/${pathSegment(contactId)}`;
	const channelSegment = (contactId: string) => channelPathSegment(contactId, channelType);
	const channelPath = (contactId: string) => `/v1/contact/${channelSegment(contactId)}`;

	return {
		/** Sends a message and returns the response. Section 4.1 (Send message). */
		async sendMessage(contactId: string, message: Message) {
			const path = `/v1/message/sendContent/${channelSegment(contactId)}`;
			const body = messageBody(message);
			const bucket = 'message';
			return sent(await request({ bucket, method: 'POST', path, body, idempotent: false }));
		},

		/**
		 * Returns one page of matching contacts. The first page is 1. Section 4.2 (Find contacts by
		 * custom field).
		 */
		async findContacts(name: string, value: string, page: number) {
			const path = '/v1/contact/by_custom_field';
			const query = { name, value, ...(page > 1 ? { page: String(page) } : {}) };
			return contactPage(await contactRequest({ method: 'GET', path, query }), page);
		},

		/** Returns the contact with this ID. Section 4.3 (Get contact by ID). */
		async getContact(contactId: string) {
			return contact(await contactRequest({ method: 'GET', path: ownPath(contactId) }));
		},

		/**
		 * Updates custom fields and returns an object with the contact's `id`. Section 4.4 (Update
		 * contact by ID).
		 */
		async updateContact(contactId: string, customFields: CustomFieldAssignment[]) {
			const path = channelPath(contactId);
			const body = { custom_fields: customFields };
			return dataOf(envelope(await contactRequest({ method: 'PUT', path, body })));
		},

		/** Adds tags to a contact and returns the response. Section 4.5 (Add tags). */
		async addTags(contactId: string, tags: string[]) {
			const path = `${ownPath(contactId)}/tags`;
			return withoutEmptyData(
				envelope(await contactRequest({ method: 'POST', path, body: { tags } })),
			);
		},

		/** Removes tags from a contact and returns the response. Section 4.6 (Remove tags). */
		async removeTags(contactId: string, tags: string[]) {
			const path = `${channelPath(contactId)}/tags`;
			return withoutEmptyData(
				envelope(await contactRequest({ method: 'DELETE', path, body: { tags } })),
			);
		},

		/** Creates a contact and returns the response. Section 4.7 (Create contact). */
		async createContact(customFields: CustomFieldAssignment[]) {
			const body = { custom_fields: customFields };
			return created(await contactRequest({ method: 'POST', path: '/v1/contact', body }, false));
		},
	};
}

/** A 2xx response, which proves that the service processed the request. */
export interface DoneResponse extends ApiResponse {
	/**
	 * The documented part of the response, or `undefined` if the response has an unexpected format.
	 */
	documented: IDataObject | undefined;
	/** The property that an unexpected JSON response lacks. */
	missing: 'id' | 'success';
}

/** Accepts any response body: an error would make users send the message again. */
function sent(response: ApiResponse): DoneResponse {
	const isExpected = response.skipped === true || saysStatus(response, 'success');
	const documented = isExpected && response.json ? withoutEmptyData(response.json) : undefined;
	return { ...response, documented, missing: 'success' };
}

/** Accepts any response body: an error would make users create the contact again. */
function created(response: ApiResponse): DoneResponse {
	const data = dataOf(response.json ?? {});
	return {
		...response,
		documented: contactIdOf(data) === undefined ? undefined : data,
		missing: 'id',
	};
}

/** Returns the `data` object, or the whole body if `data` is missing. */
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

/** The type of a token's channel. Only Viber channels need different requests. */
export type ChannelType = 'other' | 'viber';

/**
 * Returns a text as a URL-encoded path segment. Also encodes `!'()*`, which have a meaning in paths
 * of some servers, and which `encodeURIComponent` doesn't encode. Throws a `URIError` for lone
 * surrogates; the parameter readers reject them.
 */
export function pathSegment(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/**
 * Returns an ID as a path segment, Base64-encoded on Viber channels (section 4, Endpoints). Only
 * for sending messages, updating contacts, and removing tags.
 */
export function channelPathSegment(contactId: string, channelType: ChannelType): string {
	const isViber = channelType === 'viber';
	return pathSegment(isViber ? Buffer.from(contactId, 'utf8').toString('base64') : contactId);
}

/**
 * Returns whether a text can be an ID in a path. HTTP clients remove `.` and `..` from paths, even
 * if encoded, and `by_custom_field` is the path of the search.
 */
export function isValidContactId(text: string): boolean {
	return !['.', '..', 'by_custom_field'].includes(text);
}

/**
 * Returns a key that is equal for IDs that may refer to the same contact, to keep their requests in
 * order. Created contacts have IDs such as `cus_123`, fetched contacts such as `123` (section 2,
 * Contact). It isn't documented that both refer to the same contact, so don't use the key for
 * anything else.
 */
export function orderingKey(contactId: string): string {
	return /^(?:cus_)?(\d+)$/.exec(contactId)?.[1] ?? contactId;
}
