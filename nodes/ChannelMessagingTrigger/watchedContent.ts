import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isSealedQuestion } from '../ChannelMessaging/chat/sealedQuestion';
import {
	type Contact,
	contactIdOf,
	fieldsOf,
	isRecord,
	tagsOf,
	valueText,
} from '../ChannelMessaging/client/model';
import { folded } from '../ChannelMessaging/texts/foldedText';

/** The names of the custom fields and tags whose changes cause events. */
export type Watched = 'all' | { fields: readonly string[]; tags: readonly string[] };

/**
 * A part of a contact that can be watched: a custom field, or all watched tags together. A custom
 * field can have any name, so `null` stands for the tags.
 */
export type PartName = string | null;

/** Hashes of a contact's watched custom fields and tags. */
export interface WatchedContent {
	/**
	 * The parts that the contact has: the custom fields with a value, sorted, and then the tags if
	 * the service returned them.
	 */
	readonly parts: readonly PartName[];
	/** A hash for each part, in the same order and without separators. */
	readonly hashes: string;
	/** The custom fields and tags as JSON. Only known to the process that read the contact. */
	readonly values?: string;
}

/** The content of all contacts if the trigger's event depends on none. */
export const noContent: WatchedContent = { parts: [], hashes: '' };

/** Content that isn't known, which never differs from other content. */
export const unknownContent: WatchedContent = { parts: [], hashes: 'unknown' };

/** Two values of a field have the same hash in one of 280 trillion cases. */
const hashBytes = 6;

/** The length of a hash in Base64. */
export const hashCharacters = (hashBytes * 4) / 3;

/**
 * Limits a trigger's memory to 50 MB. The documented custom fields have a few hundred characters in
 * total.
 */
const maxValuesCharacters = 5_000;

export function watchedContent(contact: Contact, watched: Watched): WatchedContent {
	const current = currentContent(contact, watched);
	const watchesTags = watched === 'all' || watched.tags.length > 0;
	const values = JSON.stringify(current);
	return {
		...hashed(contactIdOf(contact) ?? '', current, watchesTags && tagsOf(contact) !== undefined),
		...(values.length <= maxValuesCharacters && { values }),
	};
}

/** @param hasTags whether the tags are a part of the content, even if there are none */
function hashed(contactId: string, content: CurrentContent, hasTags: boolean): WatchedContent {
	const { custom_fields: fields, tags } = content;
	const names = Object.keys(fields);
	const hashes = names.map((name) => shortHash([contactId, name, fields[name]]));
	if (!hasTags) return { parts: names, hashes: hashes.join('') };
	return { parts: [...names, null], hashes: [...hashes, shortHash([contactId, tags])].join('') };
}

function shortHash(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64').slice(0, hashCharacters);
}

interface CurrentContent extends IDataObject {
	custom_fields: Record<string, string>;
	tags: string[];
}

/**
 * The result is independent of the order of custom fields and tags in the response. An open question
 * in the chat is no data of the contact, so it counts as an empty value.
 */
export function currentContent(contact: Contact, watched: Watched): CurrentContent {
	const fields = fieldsOf(contact);
	const tags = tagsOf(contact) ?? [];
	const hasValue = (name: string) => {
		const text = valueText(fields[name]);
		return text !== '' && !isSealedQuestion(text);
	};
	const isWatchedField = (name: string) => watched === 'all' || watched.fields.includes(name);
	const watchedTags = watched === 'all' ? undefined : new Set(watched.tags.map(folded));
	return {
		custom_fields: Object.fromEntries(
			Object.keys(fields)
				.filter((name) => isWatchedField(name) && hasValue(name))
				.sort()
				.map((name) => [name, valueText(fields[name])]),
		),
		tags: [...new Set(tags)].filter((tag) => watchedTags?.has(folded(tag)) ?? true).sort(),
	};
}

/** Returns the parts that both contents have, with different values. */
export function changedParts(one: WatchedContent, other: WatchedContent): PartName[] {
	if (one.hashes === other.hashes) return [];
	const others = hashesByPart(other);
	return [...hashesByPart(one)].flatMap(([part, hash]) => {
		const otherHash = others.get(part);
		return otherHash === undefined || otherHash === hash ? [] : [part];
	});
}

/**
 * Returns the custom fields that only the first content has. Tags that only one of them has aren't
 * different, because contacts without tags have an empty list of tags.
 */
export function fieldsMissingFrom(other: WatchedContent, one: WatchedContent): string[] {
	if (one.parts === other.parts || other === unknownContent) return [];
	const others = new Set(other.parts);
	return one.parts.filter((part): part is string => part !== null && !others.has(part));
}

function hashesByPart({ parts, hashes }: WatchedContent): Map<PartName, string> {
	return new Map(
		parts.map((part, index) => {
			const start = index * hashCharacters;
			return [part, hashes.slice(start, start + hashCharacters)];
		}),
	);
}

/** Adds some parts of other content that a content lacks. */
export function withPartsOf(
	other: WatchedContent,
	names: readonly PartName[],
	content: WatchedContent,
): WatchedContent {
	const own = new Set(content.parts);
	const added = other.parts.filter((part) => names.includes(part) && !own.has(part));
	if (added.length === 0) return content;
	const hashes = new Map([...hashesByPart(other), ...hashesByPart(content)]);
	// The tags are the last part.
	const fields = [...content.parts, ...added].filter((part) => part !== null).sort();
	const parts = hashes.has(null) ? [...fields, null] : fields;
	return { parts, hashes: parts.map((part) => hashes.get(part) ?? '').join('') };
}

/** Returns `undefined` if the values are unknown. */
export function valuesIn({ values }: WatchedContent): IDataObject | undefined {
	return values === undefined ? undefined : (JSON.parse(values) as IDataObject);
}

/**
 * Converts the content that version 1 of the stored data contains: JSON, or a hash of the JSON if it
 * was too long.
 */
export function contentOfVersion1(contactId: string, text: string): WatchedContent {
	if (text === '') return noContent;
	if (!text.startsWith('{')) return unknownContent;
	const content: unknown = JSON.parse(text);
	if (!isRecord(content)) throw new Error('Not the content of a contact');
	const { custom_fields: fields, tags } = content;
	if (!isRecord(fields) || !Array.isArray(tags)) throw new Error('Not the content of a contact');
	const current = currentContent({ custom_fields: fields, tags }, 'all');
	return { ...hashed(contactId, current, true), values: text };
}
