import { maxIdCharacters } from './responseLimits';

/** Matches IDs that may exceed `Number.MAX_SAFE_INTEGER`. */
const largeId = new RegExp(`("id"\\s*:\\s*)(\\d{16,${String(maxIdCharacters)}})(?=\\s*[,}])`, 'g');

/**
 * Puts large numeric IDs into quotes, because `JSON.parse` could round them to the ID of another
 * contact.
 */
export function quoteLargeIds(json: string): string {
	return json.replace(largeId, '$1"$2"');
}
