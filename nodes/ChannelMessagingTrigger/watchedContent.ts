import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isSealedQuestion } from '../ChannelMessaging/texts/isSealedQuestion';
import { tagsOf } from '../ChannelMessaging/client/contactTags';
import { contactIdOf } from '../ChannelMessaging/client/contactId';
import { fieldsOf, valueText } from '../ChannelMessaging/client/customFieldText';
import type { Contact } from '../ChannelMessaging/client/contact';
import { isRecord } from '../ChannelMessaging/client/isRecord';
import { foldedName } from '../ChannelMessaging/texts/foldedName';
import { folded } from '../ChannelMessaging/texts/foldedText';
import { keptValues } from './valuesBefore';

/**
 * The custom fields and tags whose changes start the workflow, as folded names. Custom fields whose
 * names differ only in case and separators count as the same field.
 */
export type Watched = 'all' | { fields: readonly string[]; tags: readonly string[] };

/**
 * The name of a custom field, or `null` for all watched tags together. The tags can't be
 * represented by a string, because a custom field can have any name.
 */
export type PartName = string | null;

/** The watched fields and tags of a contact, as hashes. */
export interface WatchedContent {
	/** The sorted names of fields with a value, followed by `null` if the service returned tags. */
	readonly parts: readonly PartName[];
	/** The concatenated hashes of all `parts`, in the same order. */
	readonly hashes: string;
	/** The values as JSON. Set only if the values are short and were read by this process. */
	readonly values?: string;
}

/** The content of all contacts if the trigger's event doesn't depend on content. */
export const noContent: WatchedContent = { parts: [], hashes: '' };

/** The content of a contact whose content is unknown. Never differs from any other content. */
export const unknownContent: WatchedContent = { parts: [], hashes: 'unknown' };

/** With 6 bytes, two different values have the same hash in one of 280 trillion cases. */
const hashBytes = 6;

/** The length of a hash in Base64. */
export const hashCharacters = (hashBytes * 4) / 3;

export function watchedContent(contact: Contact, watched: Watched): WatchedContent {
	const current = currentContent(contact, watched);
	const watchesTags = watched === 'all' || watched.tags.length > 0;
	return {
		...hashed(contactIdOf(contact) ?? '', current, watchesTags && tagsOf(contact) !== undefined),
		...keptValues(current),
	};
}

/** @param hasTags whether the service returned tags, even if the list is empty */
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
 * Returns the watched fields and tags, sorted. A custom field that contains an open chat question
 * counts as empty, because the question isn't part of the contact's data.
 */
export function currentContent(contact: Contact, watched: Watched): CurrentContent {
	const fields = fieldsOf(contact);
	const tags = tagsOf(contact) ?? [];
	const hasValue = (name: string) => {
		const text = valueText(fields[name]);
		return text !== '' && !isSealedQuestion(text);
	};
	const isWatchedField = (name: string) =>
		watched === 'all' || watched.fields.includes(foldedName(name));
	const watchedTags = watched === 'all' ? undefined : new Set(watched.tags);
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

/**
 * Returns the parts whose values differ between two contents. Parts that only one content has are
 * omitted.
 */
export function changedParts(one: WatchedContent, other: WatchedContent): PartName[] {
	if (one.hashes === other.hashes) return [];
	const others = hashesByPart(other);
	return [...hashesByPart(one)].flatMap(([part, hash]) => {
		const otherHash = others.get(part);
		return otherHash === undefined || otherHash === hash ? [] : [part];
	});
}

/**
 * Returns the fields that only `one` has. Tags are ignored, because contacts without tags have an
 * empty list.
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

/** Returns `content` with those parts of `other` that are in `names` but missing from `content`. */
export function withPartsOf(
	other: WatchedContent,
	names: readonly PartName[],
	content: WatchedContent,
): WatchedContent {
	const own = new Set(content.parts);
	const added = other.parts.filter((part) => names.includes(part) && !own.has(part));
	if (added.length === 0) return content;
	const hashes = new Map([...hashesByPart(other), ...hashesByPart(content)]);
	// The tags (`null`) come last.
	const fields = [...content.parts, ...added].filter((part) => part !== null).sort();
	const parts = hashes.has(null) ? [...fields, null] : fields;
	return { parts, hashes: parts.map((part) => hashes.get(part) ?? '').join('') };
}

/**
 * Converts content from version 1, which was stored either as JSON or, if the JSON was too long, as
 * a hash.
 */
export function contentOfVersion1(contactId: string, text: string): WatchedContent {
	if (text === '') return noContent;
	if (!text.startsWith('{')) return unknownContent;
	const content: unknown = JSON.parse(text);
	if (!isRecord(content)) throw new Error('The stored content of a contact is invalid');
	const { custom_fields: fields, tags } = content;
	if (!isRecord(fields) || !Array.isArray(tags))
		throw new Error('The stored content of a contact is invalid');
	const current = currentContent({ custom_fields: fields, tags }, 'all');
	return { ...hashed(contactId, current, true), values: text };
}
