import type { Contact } from './contact';
import { isRecord } from './isRecord';
import { tagLimits } from './responseLimits';

/**
 * Returns the names of the contact's tags. A tag can be a name or an object with a `name`.
 * Returns `undefined` if the tags exceed `tagLimits` or if any tag is unreadable, because the
 * unreadable tag could be one that prevents messages.
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
