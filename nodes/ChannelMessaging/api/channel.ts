import type { IDataObject } from 'n8n-workflow';

import { ApiError } from './apiError';
import type { CallApi, ChannelCall } from './call';
import {
	type Contact,
	type ContactPage,
	type CustomFieldAssignment,
	identifierOf,
} from './contact';
import { channelPathSegment, type ChannelType, pathSegment } from './identifier';
import { type Message, messageBody } from './message';
import { OddResponse, oddityOf } from './oddResponse';
import { isRecord } from './record';
import { type ApiResponse, excerpt } from './response';

/**
 * The endpoints of section 4 (Endpoints), one method each. What goes out is exactly what the document says;
 * what comes back is taken as it is, as long as it can be read at all.
 *
 * Every method rejects with a `ApiError`.
 */
export interface Channel {
	/** Section 4.1 (Send message). Gives the envelope. */
	sendMessage(contactId: string, message: Message): Promise<IDataObject | OddResponse>;
	/** Section 4.2 (Find contacts by custom field). Pages count from 1. */
	findContacts(fieldName: string, fieldValue: string, page: number): Promise<ContactPage>;
	/** Section 4.3 (Get contact by ID). */
	getContact(contactId: string): Promise<Contact>;
	/** Section 4.4 (Update contact by ID). Gives `data`, an object with the contact's `id`. */
	updateContact(contactId: string, customFields: CustomFieldAssignment[]): Promise<IDataObject>;
	/** Section 4.5 (Add tags). Gives the envelope. */
	addTags(contactId: string, tags: string[]): Promise<IDataObject>;
	/** Section 4.6 (Remove tags). Gives the envelope. */
	removeTags(contactId: string, tags: string[]): Promise<IDataObject>;
	/** Section 4.7 (Create contact). Gives `data`, an object with the new contact's `id`. */
	createContact(customFields: CustomFieldAssignment[]): Promise<IDataObject | OddResponse>;
}

function unreadable(
	{ status, text, truncated }: ApiResponse,
	expected: 'contact' | 'contactsOnly' | 'json' | 'list',
): ApiError {
	if (truncated !== undefined) return truncated;
	const details = { outcome: 'unknown', status, expected, excerpt: excerpt(text) } as const;
	return new ApiError({ reason: 'unreadable', ...details });
}

function envelope(response: ApiResponse): IDataObject {
	if (response.json === undefined) throw unreadable(response, 'json');
	return response.json;
}

/** The `data` object; the whole body where a service leaves `data` out. */
function data(response: ApiResponse): IDataObject {
	const body = envelope(response);
	return isRecord(body.data) ? body.data : body;
}

function contact(response: ApiResponse): Contact {
	const { data: value } = envelope(response);
	if (!isRecord(value)) throw unreadable(response, 'contact');
	return value;
}

function contactPage(response: ApiResponse, page: number): ContactPage {
	const body = envelope(response);
	if (!Array.isArray(body.data)) throw unreadable(response, 'list');
	const contacts: unknown[] = body.data;
	if (!contacts.every(isRecord)) throw unreadable(response, 'contactsOnly');
	const { last_page: lastPage, total } = isRecord(body.meta) ? body.meta : {};
	const next = isRecord(body.links) ? body.links.next : undefined;
	return {
		contacts,
		size: response.text.length,
		hasNext: typeof lastPage === 'number' ? page < lastPage : typeof next === 'string',
		...(typeof total === 'number' ? { total } : {}),
	};
}

/**
 * A send that was answered with 2xx has gone out, whatever the body looks like: calling it an error
 * would make people send it again.
 */
function sent(response: ApiResponse): IDataObject | OddResponse {
	const oddity = oddityOf(response);
	if (oddity !== undefined) return new OddResponse(response, oddity);
	const body = envelope(response);
	const isUsual = response.skipped === true || saysSuccess(body);
	return isUsual ? body : new OddResponse(response, { kind: 'noSuccess' });
}

/** The document writes `Success` and `success`: case tells nothing. */
function saysSuccess({ status }: IDataObject): boolean {
	return typeof status === 'string' && status.toLowerCase() === 'success';
}

/** A creation that was answered with 2xx has been done, for the same reason. */
function created(response: ApiResponse): IDataObject | OddResponse {
	const oddity = oddityOf(response);
	if (oddity !== undefined) return new OddResponse(response, oddity);
	const contactData = data(response);
	const hasId = identifierOf(contactData) !== undefined;
	return hasId ? contactData : new OddResponse(response, { kind: 'noId' });
}

export function createChannel(callApi: CallApi, channelType: ChannelType): Channel {
	const contactCall = async (call: Omit<ChannelCall, 'kind'>) =>
		await callApi({ kind: 'contact', ...call });
	const contactPath = (segment: string) => `/v1/contact/${segment}`;

	return {
		async sendMessage(contactId, message) {
			const response = await callApi({
				kind: 'message',
				method: 'POST',
				path: `/v1/message/sendContent/${channelPathSegment(contactId, channelType)}`,
				body: messageBody(message),
				idempotent: false,
			});
			return sent(response);
		},

		async findContacts(fieldName, fieldValue, page) {
			const response = await contactCall({
				method: 'GET',
				path: '/v1/contact/by_custom_field',
				query: {
					name: fieldName,
					value: fieldValue,
					...(page > 1 ? { page: String(page) } : {}),
				},
				idempotent: true,
			});
			return contactPage(response, page);
		},

		async getContact(contactId) {
			const path = contactPath(pathSegment(contactId));
			return contact(await contactCall({ method: 'GET', path, idempotent: true }));
		},

		async updateContact(contactId, customFields) {
			const response = await contactCall({
				method: 'PUT',
				path: contactPath(channelPathSegment(contactId, channelType)),
				body: { custom_fields: customFields },
				idempotent: true,
			});
			return data(response);
		},

		async addTags(contactId, tags) {
			const response = await contactCall({
				method: 'POST',
				path: `${contactPath(pathSegment(contactId))}/tags`,
				body: { tags },
				idempotent: true,
			});
			return envelope(response);
		},

		async removeTags(contactId, tags) {
			const response = await contactCall({
				method: 'DELETE',
				path: `${contactPath(channelPathSegment(contactId, channelType))}/tags`,
				body: { tags },
				idempotent: true,
			});
			return envelope(response);
		},

		async createContact(customFields) {
			const response = await contactCall({
				method: 'POST',
				path: '/v1/contact',
				body: { custom_fields: customFields },
				idempotent: false,
			});
			return created(response);
		},
	};
}
