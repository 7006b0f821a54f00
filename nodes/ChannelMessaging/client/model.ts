import type { IDataObject } from 'n8n-workflow';

import { loneSurrogate } from '../texts/loneSurrogate';
import { maxIdCharacters, tagLimits } from './responseLimits';

export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** A contact as returned by the service, without validation (section 2, Contact). */
export type Contact = IDataObject;

/** Returns an empty object if the response has no `custom_fields`. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

export function fieldText(contact: Contact, name: string): string | undefined {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) ? valueText(fields[name]) : undefined;
}

/** Returns the same text for `undefined`, `null`, and `''`, and also for `1` and `'1'`. */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Rejects unsafe integers, which may have been rounded to another contact's ID, and IDs that are
 * too long or can't be part of a URL.
 */
export function contactIdOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	const isUsable = typeof id === 'string' && id !== '' && id.length <= maxIdCharacters;
	return isUsable && !loneSurrogate.test(id) ? id : undefined;
}

/**
 * Tags can be names or objects with a `name`. Returns `undefined` if any tag is unreadable, because
 * that tag could be the one that prevents messages, or if the tags exceed `tagLimits`.
 */
export function tagsOf({ tags }: Contact): string[] | undefined {
	if (!Array.isArray(tags) || tags.length > tagLimits.maxTags) return undefined;
	const names = tags.map(tagName);
	if (!names.every((name) => name !== undefined)) return undefined;
	const characters = names.reduce((sum, { length }) => sum + length, 0);
	return characters > tagLimits.maxCharacters ? undefined : names;
}

function tagName(tag: unknown): string | undefined {
	const name = isRecord(tag) ? tag.name : tag;
	return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

/** Returns an empty string if the contact has no name. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

export interface ContactPage {
	contacts: Contact[];
	bytes: number;
	hasNext: boolean;
	/** The total across all pages, as reported by the service. */
	total?: number;
}

/** Documented custom fields (section 2, Contact). Channels may have others. */
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

/** The service downloads attachments from their URLs. */
export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** See section 2 (Message content). */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/** A file from the input item. n8n generates a different URL for it each time. */
export interface LinkedFile {
	url: string;
	/**
	 * Returns the same text for files with the same name and content. Reads the whole file and
	 * rejects with an `ApiError` if it no longer exists.
	 */
	identity: () => Promise<string>;
}

export interface Message {
	content: MessageContent;
	/** Set if the URL in `content` points to a file from the input item. */
	file?: LinkedFile | undefined;
	/** See section 3 (States and transitions). */
	forceCancelSurvey: boolean;
}

/** See section 8 (Limits). */
export const limits = {
	/** Applies to each token. */
	messagesPerSecond: 25,
	/** Applies to each token, across all contact endpoints. */
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
