import { normalized } from './normalized';
import { maxComparedNameCharacters } from './textLimits';
import { withoutInvisible } from './visibleText';

/**
 * Ignores case, white space, `_`, `-`, and invisible characters. A name that consists only of these
 * characters, or that is too long, is returned unchanged.
 */
export function foldedName(name: string): string {
	if (name.length > maxComparedNameCharacters) return name;
	const letters = normalized(withoutInvisible(name), 'NFKC')
		// Removes separators before lowercasing, because a final sigma has its own lowercase form.
		.replace(/[\s_-]+/g, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase();
	const significant = withoutInvisible(normalized(letters, 'NFKC'));
	return significant || name;
}
