import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse, CallApi, ChannelCall } from './call';
import {
	type Contact,
	type ContactPage,
	type CustomFieldAssignment,
	identifierOf,
} from './contact';
import { channelPathSegment, type ChannelType, pathSegment } from './identifier';
import type { Message } from './message';
import { isRecord } from './record';
import { excerpt, jsonBody } from './response';
import { unreadable } from './toApiError';

/**
 * The endpoints of section 4, one method each. What goes out is exactly what the document says;
 * what comes back is taken as it is, as long as it can be read at all.
 *
 * Every method rejects with a `ApiError`.
 */
export interface Channel {
	/** Section 4.1. Gives the envelope. */
	sendMessage(contactId: string, message: Message): Promise<IDataObject>;
	/** Section 4.2. Pages count from 1. */
	findContacts(fieldName: string, fieldValue: string, page: number): Promise<ContactPage>;
	/** Section 4.3. */
	getContact(contactId: string): Promise<Contact>;
	/** Section 4.4. Gives `data`, an object with the contact's `id`. */
	updateContact(contactId: string, customFields: CustomFieldAssignment[]): Promise<IDataObject>;
	/** Section 4.5. Gives the envelope. */
	addTags(contactId: string, tags: string[]): Promise<IDataObject>;
	/** Section 4.6. Gives the envelope. */
	removeTags(contactId: string, tags: string[]): Promise<IDataObject>;
	/**
	 * Section 4.7. Gives `data`, an object with the new contact's `id`; a warning without an `id` where
	 * the contact was created but its `id` can't be read.
	 */
	createContact(customFields: CustomFieldAssignment[]): Promise<IDataObject>;
}

function envelope(answer: ApiResponse): IDataObject {
	const body = jsonBody(answer);
	if (body === undefined) throw answer.truncated ?? unreadable(answer, 'JSON');
	return body;
}

/** The `data` object; the whole body where a service leaves `data` out. */
function data(answer: ApiResponse): IDataObject {
	const body = envelope(answer);
	return isRecord(body.data) ? body.data : body;
}

function contact(answer: ApiResponse): Contact {
	const { data: value } = envelope(answer);
	if (!isRecord(value)) throw unreadable(answer, "JSON with a contact in 'data'");
	return value;
}

function contactPage(answer: ApiResponse, page: number): ContactPage {
	const body = envelope(answer);
	if (!Array.isArray(body.data)) {
		throw unreadable(answer, "JSON with a list of contacts in 'data'");
	}
	const contacts: unknown[] = body.data;
	if (!contacts.every(isRecord)) {
		throw unreadable(answer, "JSON with nothing but contacts in 'data'");
	}
	const { last_page: lastPage, total } = isRecord(body.meta) ? body.meta : {};
	const next = isRecord(body.links) ? body.links.next : undefined;
	return {
		contacts,
		size: answer.text.length,
		hasNext: typeof lastPage === 'number' ? page < lastPage : typeof next === 'string',
		...(typeof total === 'number' ? { total } : {}),
	};
}

/**
 * A send that was answered with 2xx has gone out, whatever the body looks like: calling it a failure
 * would make people send it again.
 */
function sendEnvelope(answer: ApiResponse): IDataObject {
	const oddity = oddityOf(answer);
	if (oddity !== undefined) return oddlySent(answer, oddity);
	const body = envelope(answer);
	return answer.skipped || saysSuccess(body)
		? body
		: oddlySent(answer, "its 'status' is not Success");
}

/** A creation that was answered with 2xx has been done, for the same reason. */
function createdContact(answer: ApiResponse): IDataObject {
	const oddity = oddityOf(answer);
	if (oddity !== undefined) return oddlyCreated(answer, oddity);
	const created = data(answer);
	return identifierOf(created) === undefined ? oddlyCreated(answer, "it has no 'id'") : created;
}

/** How the body of an answer differs from what the document shows for every call; undefined if not. */
function oddityOf(answer: ApiResponse): string | undefined {
	if (answer.truncated !== undefined) return `it broke off (${answer.truncated.message})`;
	if (jsonBody(answer) !== undefined) return undefined;
	return answer.text === '' ? 'it is empty' : 'it is not a JSON object';
}

/** The document writes `Success` and `success`: case tells nothing. */
function saysSuccess({ status }: IDataObject): boolean {
	return typeof status === 'string' && status.toLowerCase() === 'success';
}

/** @param oddity how the answer to a send differs from what section 4.1 shows */
function oddlySent(answer: ApiResponse, oddity: string): IDataObject {
	return {
		warning: `The service accepted the message with status ${String(answer.status)}, so it counts as sent. But its answer is odd: ${oddity}.`,
		answer: jsonBody(answer) ?? excerpt(answer),
	};
}

/** @param oddity how the answer to a creation differs from what section 4.7 shows */
function oddlyCreated(answer: ApiResponse, oddity: string): IDataObject {
	return {
		warning: `The contact was created (the service answered ${String(answer.status)}), but its ID could not be read from the answer: ${oddity}.`,
		answer: jsonBody(answer) ?? excerpt(answer),
	};
}

export function createChannel(place: CallApi, channelType: ChannelType): Channel {
	const contactCall = async (call: Omit<ChannelCall, 'kind'>) =>
		await place({ kind: 'contact', ...call });
	const contactPath = (segment: string) => `/v1/contact/${segment}`;

	return {
		async sendMessage(contactId, { content, forceCancelSurvey }) {
			const answer = await place({
				kind: 'message',
				method: 'POST',
				path: `/v1/message/sendContent/${channelPathSegment(contactId, channelType)}`,
				body: { body: [content], ...(forceCancelSurvey ? { forceCancelSurvey } : {}) },
				idempotent: false,
			});
			return sendEnvelope(answer);
		},

		async findContacts(fieldName, fieldValue, page) {
			const answer = await contactCall({
				method: 'GET',
				path: '/v1/contact/by_custom_field',
				query: {
					name: fieldName,
					value: fieldValue,
					...(page > 1 ? { page: String(page) } : {}),
				},
				idempotent: true,
			});
			return contactPage(answer, page);
		},

		async getContact(contactId) {
			const path = contactPath(pathSegment(contactId));
			return contact(await contactCall({ method: 'GET', path, idempotent: true }));
		},

		async updateContact(contactId, customFields) {
			const answer = await contactCall({
				method: 'PUT',
				path: contactPath(channelPathSegment(contactId, channelType)),
				body: { custom_fields: customFields },
				idempotent: true,
			});
			return data(answer);
		},

		async addTags(contactId, tags) {
			const answer = await contactCall({
				method: 'POST',
				path: `${contactPath(pathSegment(contactId))}/tags`,
				body: { tags },
				idempotent: true,
			});
			return envelope(answer);
		},

		async removeTags(contactId, tags) {
			const answer = await contactCall({
				method: 'DELETE',
				path: `${contactPath(channelPathSegment(contactId, channelType))}/tags`,
				body: { tags },
				idempotent: true,
			});
			return envelope(answer);
		},

		async createContact(customFields) {
			const answer = await contactCall({
				method: 'POST',
				path: '/v1/contact',
				body: { custom_fields: customFields },
				idempotent: false,
			});
			return createdContact(answer);
		},
	};
}
