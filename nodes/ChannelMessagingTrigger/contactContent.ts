import type { IDataObject } from 'n8n-workflow';

import { type Contact, fieldsOf } from '../ChannelMessaging/api/contact';
import { isRecord } from '../ChannelMessaging/api/record';

/** Which custom fields and tags of a contact count as its content. */
export type Watched = 'all' | { fields: readonly string[]; tags: readonly string[] };

/**
 * What is watched of a contact, in the form that Get gives it, as text: the same text for the same
 * content, in whichever order the service gives it.
 */
export function contentOf(contact: Contact, watched: Watched): string {
	const fields = fieldsOf(contact);
	const given = Array.isArray(contact.tags) ? contact.tags.map(String) : [];
	const isWatched = (kind: 'fields' | 'tags', name: string) =>
		watched === 'all' || watched[kind].includes(name);
	return JSON.stringify({
		custom_fields: Object.fromEntries(
			Object.keys(fields)
				.filter((name) => isWatched('fields', name))
				.sort()
				.map((name) => [name, fields[name]]),
		),
		tags: [...new Set(given)].filter((tag) => isWatched('tags', tag)).sort(),
	});
}

/** A content as an object again. */
export function readContent(content: string): IDataObject {
	const value: unknown = JSON.parse(content);
	return isRecord(value) ? value : {};
}
