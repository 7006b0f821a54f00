import { withoutInvisible } from './visibleText';

/**
 * Ignores case, white space, `_`, `-`, and invisible characters. Returns a name that consists of them
 * unchanged.
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
