import type { IDataObject } from 'n8n-workflow';

import { maxIdCharacters } from './responseLimits';

export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** A contact as the service returns it, without validation (section 2, Contact). */
export type Contact = IDataObject;

/** An empty object if the response has no `custom_fields`. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

export function fieldText(contact: Contact, name: string): string | undefined {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) ? valueText(fields[name]) : undefined;
}

/** Treats `undefined`, `null`, and `''` as equal, and `1` and `'1'` as well. */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * An unsafe integer may have been rounded to another contact's ID. Also rejects IDs that are too
 * long or don't fit into a URL.
 */
export function contactIdOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	const isUsable = typeof id === 'string' && id !== '' && id.length <= maxIdCharacters;
	return isUsable && !loneSurrogate.test(id) ? id : undefined;
}

/** Half of a surrogate pair. No URL can contain it. */
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Names, or objects with a `name`. `undefined` if any tag is unreadable: it could be the one that
 * prevents messages.
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

/** An empty string if the contact has no name. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

export interface ContactPage {
	contacts: Contact[];
	/** Size of the response. */
	bytes: number;
	hasNext: boolean;
	/** Contacts on all pages, according to the service. */
	total?: number;
}

/** Section 2, Contact. Channels may have others. */
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

/** The service downloads it from a URL. */
export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** Section 2, Message content. */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/** A file of the input item. Its link is different each time. */
export interface LinkedFile {
	url: string;
	/**
	 * Equal for files with the same name and content. Reads the whole file. Rejects with an
	 * `ApiError` if it's gone.
	 */
	identity: () => Promise<string>;
}

export interface Message {
	content: MessageContent;
	/** If the URL in `content` is that of an input item's file. */
	file?: LinkedFile | undefined;
	/** Section 3, States and transitions. */
	forceCancelSurvey: boolean;
}

/** Section 8, Limits. */
export const limits = {
	/** For each token. */
	messagesPerSecond: 25,
	/** For each token and minute, in all contact endpoints together. */
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
