import { loneSurrogate } from '../texts/loneSurrogate';
import type { Contact } from './contact';
import { maxIdCharacters } from './responseLimits';

/**
 * Rejects unsafe integers, which may have been rounded to another contact's ID, and IDs that are
 * too long or can't be part of a URL.
 */
export function contactIdOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
	const isUsable = typeof id === 'string' && id !== '' && id.length <= maxIdCharacters;
	return isUsable && !loneSurrogate.test(id) ? id : undefined;
}
