import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import {
	type Contact,
	fieldsOf,
	isRecord,
	tagsOf,
	valueText,
} from '../ChannelMessaging/client/model';
import { folded } from '../ChannelMessaging/texts/foldedText';

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
	const tags = tagsOf(contact) ?? [];
	const isWatchedField = (name: string) => watched === 'all' || watched.fields.includes(name);
	const watchedTags = watched === 'all' ? undefined : new Set(watched.tags.map(folded));
	return {
		custom_fields: Object.fromEntries(
			Object.keys(fields)
				.filter((name) => isWatchedField(name) && valueText(fields[name]) !== '')
				.sort()
				.map((name) => [name, valueText(fields[name])]),
		),
		tags: [...new Set(tags)].filter((tag) => watchedTags?.has(folded(tag)) ?? true).sort(),
	};
}

/** Returns `undefined` if only a hash of the content was stored. */
export function parseContent(content: string): IDataObject | undefined {
	if (!content.startsWith('{')) return undefined;
	const value: unknown = JSON.parse(content);
	return isRecord(value) ? value : undefined;
}
