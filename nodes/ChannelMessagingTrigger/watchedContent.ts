import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { type Contact, fieldsOf, isRecord, valueText } from '../ChannelMessaging/client/model';

/** The names of the custom fields and tags whose changes cause events. */
export type Watched = 'all' | { fields: readonly string[]; tags: readonly string[] };

/**
 * Limits a trigger's stored data to 50 MB. The documented custom fields have a few hundred
 * characters in total.
 */
const maxContentCharacters = 5_000;

/** Returns the watched custom fields and tags as JSON, or a hash of the JSON if it is too long. */
export function watchedContent(contact: Contact, watched: Watched): string {
	const content = JSON.stringify(currentContent(contact, watched));
	if (content.length <= maxContentCharacters) return content;
	return createHash('sha256').update(content).digest('base64url');
}

/** The result is independent of the order of custom fields and tags in the response. */
export function currentContent(contact: Contact, watched: Watched): IDataObject {
	const fields = fieldsOf(contact);
	const tags = Array.isArray(contact.tags) ? contact.tags.map(String) : [];
	const isWatched = (kind: 'fields' | 'tags', name: string) =>
		watched === 'all' || watched[kind].includes(name);
	return {
		custom_fields: Object.fromEntries(
			Object.keys(fields)
				.filter((name) => isWatched('fields', name) && valueText(fields[name]) !== '')
				.sort()
				.map((name) => [name, valueText(fields[name])]),
		),
		tags: [...new Set(tags)].filter((tag) => isWatched('tags', tag)).sort(),
	};
}

/** Returns `undefined` if only a hash of the content was stored. */
export function parseContent(content: string): IDataObject | undefined {
	if (!content.startsWith('{')) return undefined;
	const value: unknown = JSON.parse(content);
	return isRecord(value) ? value : undefined;
}
