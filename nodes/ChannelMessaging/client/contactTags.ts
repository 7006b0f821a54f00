import type { Contact } from './contact';
import { isRecord } from './isRecord';
import { normalized } from '../texts/normalized';
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
	return areComparable(names) ? names : undefined;
}

/** Returns whether comparing the tags takes a short time. */
export function areComparable(tags: readonly string[]): boolean {
	return !exceedsLimit(tags) && !exceedsLimit(tags.map(decomposed));
}

function exceedsLimit(tags: readonly string[]): boolean {
	return tags.reduce((sum, { length }) => sum + length, 0) > tagLimits.maxCharacters;
}

/** Comparing tags decomposes their characters. U+FDFA consists of 18. */
function decomposed(tag: string): string {
	return normalized(tag, 'NFKD');
}

function tagName(tag: unknown): string | undefined {
	const name = isRecord(tag) ? tag.name : tag;
	return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}
