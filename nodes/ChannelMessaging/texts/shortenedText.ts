import { maxNameCharacters } from './textLimits';

export function shortened(text: string, maxCharacters = maxNameCharacters): string {
	// A character consists of up to two UTF-16 code units.
	const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
	if (characters.length <= maxCharacters) return text;
	return `${characters.slice(0, maxCharacters).join('')}…`;
}
