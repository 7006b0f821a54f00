import type { IDataObject } from 'n8n-workflow';

import { type Contact, fieldsOf } from '../ChannelMessaging/api/contact';
import { isRecord } from '../ChannelMessaging/api/record';

/** The custom fields and tags whose changes count. */
export type Watched = 'all' | { fields: readonly string[]; tags: readonly string[] };

/** A custom field's value as text. A missing value, `null`, and `''` are equal, as are 1 and `'1'`. */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns the watched custom fields and tags of a contact as JSON: `{ custom_fields, tags }`. Equal
 * content results in equal text, regardless of the order in which the service returns it.
 */
export function watchedContent(contact: Contact, watched: Watched): string {
	const fields = fieldsOf(contact);
	const tags = Array.isArray(contact.tags) ? contact.tags.map(String) : [];
	const isWatched = (kind: 'fields' | 'tags', name: string) =>
		watched === 'all' || watched[kind].includes(name);
	return JSON.stringify({
		custom_fields: Object.fromEntries(
			Object.keys(fields)
				.filter((name) => isWatched('fields', name) && valueText(fields[name]) !== '')
				.sort()
				.map((name) => [name, valueText(fields[name])]),
		),
		tags: [...new Set(tags)].filter((tag) => isWatched('tags', tag)).sort(),
	});
}

/** Parses the result of `watchedContent`. */
export function parseContent(content: string): IDataObject {
	const value: unknown = JSON.parse(content);
	return isRecord(value) ? value : {};
}
