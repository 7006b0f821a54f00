import type { IDataObject } from 'n8n-workflow';

import { maxIdCharacters } from './responseLimits';

export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** A contact as returned by the service. Its fields are not validated (section 2, Contact). */
export type Contact = IDataObject;

/** Returns an empty object if the response omits `custom_fields`. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

export function fieldText(contact: Contact, name: string): string | undefined {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) ? valueText(fields[name]) : undefined;
}

/**
 * Returns an empty string for `undefined`, `null`, and `''`, so these values are equal. The values
 * `1` and `'1'` are also equal.
 */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Rejects an ID that isn't a safe integer, because the ID may have been rounded to the ID of
 * another contact. Also rejects an ID that is too long, or that no URL can contain.
 */
export function contactIdOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	const isUsable = typeof id === 'string' && id !== '' && id.length <= maxIdCharacters;
	return isUsable && !loneSurrogate.test(id) ? id : undefined;
}

/** Half of a surrogate pair, which can't be encoded in a URL. */
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Accepts tag names, and objects with a `name`. Returns `undefined` if the tags are missing or one
 * of them can't be read, because an unread tag could be one that prevents messages.
 */
export function tagsOf({ tags }: Contact): string[] | undefined {
	if (!Array.isArray(tags)) return undefined;
	const names = tags.map(tagName);
	return names.every((name) => name !== undefined) ? names : undefined;
}

function tagName(tag: unknown): string | undefined {
	const name = isRecord(tag) ? tag.name : tag;
	return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

/** Returns an empty string if the contact has no first and last name. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

export interface ContactPage {
	contacts: Contact[];
	/** The size of the response. */
	bytes: number;
	hasNext: boolean;
	/** The number of contacts on all pages, as reported by the service. */
	total?: number;
}

/** The documented custom fields (section 2, Contact). Channels may have more custom fields. */
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

/** The service downloads the attachment from its URL. */
export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** Section 2, Message content. */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/**
 * A file of the input item. The service downloads it through a link that is different each time.
 */
export interface LinkedFile {
	url: string;
	/**
	 * Returns equal texts for files with the same name and content. Reads the whole file. Rejects with
	 * an `ApiError` if the file no longer exists.
	 */
	identity: () => Promise<string>;
}

export interface Message {
	content: MessageContent;
	/** Set if the URL in `content` leads to a file of the input item. */
	file?: LinkedFile | undefined;
	/** Cancels the contact's running survey (section 3, States and transitions). */
	forceCancelSurvey: boolean;
}

/** The documented limits of the service (section 8, Limits). */
export const limits = {
	/** Maximum number of messages per second and token. */
	messagesPerSecond: 25,
	/** Maximum number of requests to all contact endpoints, per minute and token. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;

/** Returns `false` for arrays. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
