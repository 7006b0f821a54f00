import type { IDataObject } from 'n8n-workflow';

export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** A contact as returned by the service. Its fields are not validated (section 2, Contact). */
export type Contact = IDataObject;

/** Returns a contact's custom fields, or an empty object if they are missing or invalid. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

/**
 * Returns the value of a custom field as text, or `undefined` if the contact lacks the field.
 * Responses may omit fields.
 */
export function fieldText(contact: Contact, name: string): string | undefined {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) ? valueText(fields[name]) : undefined;
}

/**
 * Returns the value of a custom field as text. Missing values, `null`, and `''` are equal, and so
 * are `1` and `'1'`.
 */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns a contact's ID as text, or `undefined` if the ID is missing or invalid. A number that isn't
 * a safe integer is invalid, because it may be rounded to the ID of another contact.
 */
export function contactIdOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Returns a contact's tags, or `undefined` if the response lacks them. */
export function tagsOf({ tags }: Contact): string[] | undefined {
	return Array.isArray(tags) ? tags.map(String) : undefined;
}

/** Returns a contact's first and last name, or an empty string if both are missing. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

export interface ContactPage {
	contacts: Contact[];
	/** Whether there is another page of contacts. */
	hasNext: boolean;
	/** The total number of contacts on all pages, if the response contains it. */
	total?: number;
}

/**
 * The documented custom field names (section 2, Contact). Channels may have other custom fields.
 */
export const documentedFieldNames = [
	'firstName',
	'lastName',
	'locale',
	'timezone',
	'gender',
	'phone',
	'email',
	'customerid',
] as const;

/** The types of attachments. The service downloads attachments from a URL. */
export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** The content of a message (section 2, Message content). */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

export interface Message {
	content: MessageContent;
	/** Whether to cancel the contact's running survey (section 3, States and transitions). */
	forceCancelSurvey: boolean;
}

/** Returns the request body for sending a message (section 4.1, Send message). */
export function messageBody({ content, forceCancelSurvey }: Message) {
	return { body: [content], ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
}

/** The service's limits (section 8, Limits). */
export const limits = {
	/** The maximum number of messages per second and token. */
	messagesPerSecond: 25,
	/** The maximum number of requests to all contact endpoints, per minute and token. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;

/** Returns whether a value is a non-null object other than an array. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
