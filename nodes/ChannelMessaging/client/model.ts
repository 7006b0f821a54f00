import type { IDataObject } from 'n8n-workflow';

export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** The service's response. Its fields are not validated (section 2, Contact). */
export type Contact = IDataObject;

/** Responses may omit the fields. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

/** `undefined` if the contact lacks the field. */
export function fieldText(contact: Contact, name: string): string | undefined {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) ? valueText(fields[name]) : undefined;
}

/** Missing values, `null`, and `''` are equal, and so are `1` and `'1'`. */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A number that isn't a safe integer is invalid, because it may be rounded to the ID of another
 * contact.
 */
export function contactIdOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** `undefined` if the response lacks tags. */
export function tagsOf({ tags }: Contact): string[] | undefined {
	return Array.isArray(tags) ? tags.map(String) : undefined;
}

/** Empty if both names are missing. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

export interface ContactPage {
	contacts: Contact[];
	hasNext: boolean;
	/** The number of contacts on all pages. */
	total?: number;
}

/** Section 2, Contact. Channels may have other custom fields. */
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

/** The service downloads attachments from a URL. */
export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** Section 2, Message content. */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

export interface Message {
	content: MessageContent;
	/** Cancels the contact's running survey (section 3, States and transitions). */
	forceCancelSurvey: boolean;
}

/** Section 4.1, Send message. */
export function messageBody({ content, forceCancelSurvey }: Message) {
	return { body: [content], ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
}

/** Section 8, Limits. */
export const limits = {
	/** Per token. */
	messagesPerSecond: 25,
	/** Requests to all contact endpoints, per token. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;

/** Arrays aren't records. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
