import type { IDataObject } from 'n8n-workflow';

import { ApiError } from './apiError';
import { channelPathSegment, pathSegment } from './contactPath';
import type { ChannelType } from './channelType';
import { contactIdOf } from './contactId';
import type { CustomFieldAssignment } from './customFieldAssignment';
import type { Contact } from './contact';
import { contactPageOf } from './contactPage';
import { bodyOfRead, unreadable, bodyOfWrite } from './emptyOrUnreadableBody';
import type { Message } from './message';
import { isRecord } from './isRecord';
import { type ApiResponse, saysStatus } from './apiResponse';
import { contactRequestError } from './responseError';
import type { DoneResponse } from './responseWarning';
import type { SendRequest } from './sendRequest';
import type { ChannelRequest } from './channelRequest';
import { withoutEmptyData } from './withoutEmptyData';

/** Every method rejects only with an `ApiError`. */
export type Channel = ReturnType<typeof createChannel>;

/**
 * Creates a client with one method per endpoint of the service (section 4, Endpoints). Sends only
 * documented fields.
 */
export function createChannel(send: SendRequest, channelType: ChannelType) {
	const contactRequest = async (
		request: Pick<ChannelRequest, 'body' | 'method' | 'path' | 'response'>,
		contactId: string,
	) =>
		responseOf(await send({ bucket: 'contact', idempotent: true, ...request }), {
			contactId,
			channelType,
		});
	const ownPath = (contactId: string) => `/v1/contact/${pathSegment(contactId)}`;
	const readRequest = (contactId: string): ChannelRequest => ({
		bucket: 'contact',
		method: 'GET',
		path: ownPath(contactId),
		response: 'contact',
		idempotent: true,
	});
	const channelPath = (contactId: string) =>
		`/v1/contact/${channelPathSegment(contactId, channelType)}`;

	return {
		/**
		 * See section 4.1 (Send message) of the service's documentation.
		 *
		 * @param further set for items with several messages
		 */
		async sendMessage(
			contactId: string,
			message: Message,
			further?: Pick<ChannelRequest, 'delayMs' | 'position'>,
		) {
			const path = `/v1/message/sendContent/${channelPathSegment(contactId, channelType)}`;
			const { content, file, forceCancelSurvey } = message;
			const body = { body: [content], ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
			const bucket = 'message';
			return sent(
				responseOf(
					await send({
						bucket,
						method: 'POST',
						path,
						body,
						response: 'envelope',
						idempotent: false,
						test: readRequest(contactId),
						file,
						...further,
					}),
					{ contactId, channelType },
				),
			);
		},

		/**
		 * See section 4.2 (Find contacts by custom field) of the service's documentation. Page numbers
		 * start at 1.
		 */
		async findContacts(name: string, value: string, page: number) {
			const path = '/v1/contact/by_custom_field';
			const query = { name, value, ...(page > 1 ? { page: String(page) } : {}) };
			const bucket = 'contact';
			return contactPageOf(
				responseOf(
					await send({ bucket, method: 'GET', path, query, response: 'page', idempotent: true }),
				),
				page,
			);
		},

		/** See section 4.3 (Get contact by ID) of the service's documentation. */
		async getContact(contactId: string) {
			return contact(responseOf(await send(readRequest(contactId)), { contactId, channelType }));
		},

		/**
		 * See section 4.4 (Update contact by ID) of the service's documentation. The service returns only
		 * the contact's `id`.
		 */
		async updateContact(contactId: string, customFields: readonly CustomFieldAssignment[]) {
			const path = channelPath(contactId);
			const body = { custom_fields: customFields.map(assignmentOf) };
			return dataOf(
				bodyOfWrite(
					await contactRequest({ method: 'PUT', path, body, response: 'contact' }, contactId),
				),
			);
		},

		/** See section 4.5 (Add tags) of the service's documentation. */
		async addTags(contactId: string, tags: string[]) {
			const path = `${ownPath(contactId)}/tags`;
			return withoutEmptyData(
				bodyOfWrite(
					await contactRequest(
						{ method: 'POST', path, body: { tags }, response: 'envelope' },
						contactId,
					),
				),
			);
		},

		/** See section 4.6 (Remove tags) of the service's documentation. */
		async removeTags(contactId: string, tags: string[]) {
			const path = `${channelPath(contactId)}/tags`;
			return withoutEmptyData(
				bodyOfWrite(
					await contactRequest(
						{ method: 'DELETE', path, body: { tags }, response: 'envelope' },
						contactId,
					),
				),
			);
		},

		/** See section 4.7 (Create contact) of the service's documentation. */
		async createContact(customFields: readonly CustomFieldAssignment[]) {
			const path = '/v1/contact';
			const body = { custom_fields: customFields.map(assignmentOf) };
			const bucket = 'contact';
			return created(
				responseOf(
					await send({
						bucket,
						method: 'POST',
						path,
						body,
						response: 'contact',
						idempotent: false,
					}),
				),
			);
		},
	};
}

/** @param contact set if the path contains a contact ID */
function responseOf(
	result: ApiResponse | ApiError,
	contact?: { contactId: string; channelType: ChannelType },
): ApiResponse {
	if (!(result instanceof ApiError)) return result;
	if (contact === undefined) throw result;
	throw contactRequestError(result, contact.contactId, contact.channelType);
}

/** Accepts any body because an error would make users resend the message. */
function sent(response: ApiResponse): DoneResponse {
	const { json, skipped, truncated } = response;
	const isExpected = skipped === true || saysStatus(response, 'success');
	const documented =
		isExpected && truncated === undefined && json ? withoutEmptyData(json) : undefined;
	return { ...response, documented, missing: 'success' };
}

/** Accepts any body because an error would make users create the contact twice. */
function created(response: ApiResponse): DoneResponse {
	const { json, truncated } = response;
	const data = dataOf(json ?? {});
	const isExpected = truncated === undefined && contactIdOf(data) !== undefined;
	return { ...response, documented: isExpected ? data : undefined, missing: 'id' };
}

/** Returns the entire body if it has no `data`. */
function dataOf(body: IDataObject): IDataObject {
	return isRecord(body.data) ? body.data : body;
}

function assignmentOf({ name, value }: CustomFieldAssignment): CustomFieldAssignment {
	return { name, value };
}

function contact(response: ApiResponse): Contact {
	const { data } = bodyOfRead(response);
	if (!isRecord(data)) throw unreadable(response, 'contact');
	return data;
}
