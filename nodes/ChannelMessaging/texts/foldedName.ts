import { withoutInvisible } from './visibleText';

/**
 * Ignores case, white space, `_`, `-`, and invisible characters. A name that consists only of these
 * characters is returned unchanged.
 */
export function foldedName(name: string): string {
	const significant = withoutInvisible(name)
		.normalize('NFKC')
		// Removes separators before lowercasing, because a final sigma has its own lowercase form.
		.replace(/[\s_-]+/g, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.normalize('NFKC');
	return significant || name;
}
