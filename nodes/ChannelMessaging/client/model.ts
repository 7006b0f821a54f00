import type { IDataObject } from 'n8n-workflow';

/** A value for one custom field of a contact (section 2, Custom field assignment). */
export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** A contact as it came (section 2, Resources and their fields); only an object is certain. */
export type Contact = IDataObject;

/** A contact's custom fields; none where the service gave none that can be read. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

/** A contact's identifier as text, where the service gave one. */
export function identifierOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return String(id);
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Returns a contact's first and last name, as far as it has them. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

/** One page of a contact search (section 4.2, Find contacts by custom field). */
export interface ContactPage {
	contacts: Contact[];
	/** The length of the page as text, in characters. */
	size: number;
	/** Whether the service says that another page follows. */
	hasNext: boolean;
	/** How many contacts the service says it has found in all, where it says so. */
	total?: number;
}

/** The names that section 2 (Resources and their fields) shows; a channel may have others. */
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

/** Attachments that go out as a URL (section 2, Message content item). */
type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** One element of `body` in section 4.1 (Send message), with exactly the keys of its type. */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/** A message for one contact. */
export interface Message {
	content: MessageContent;
	/** The survey is kept unless this is true (section 3, States and transitions). */
	forceCancelSurvey: boolean;
}

/** What section 4.1 (Send message) takes for one message. */
export function messageBody({ content, forceCancelSurvey }: Message) {
	return { body: [content], ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
}

/** Caps and rates of section 8 (Limits) of the interface document. */
export const limits = {
	/** Sends a second, for one channel token. */
	messagesPerSecond: 25,
	/** Calls a minute to the contact endpoints, for one channel token. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;

/** Whether a value from JSON is an object with keys: not null, not a list. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
