import { maxDescriptionCharacters } from '../texts/textLimits';

/** Truncates the middle of the text because the next step is at the end. */
export function shortenedDescription(description: string): string {
	if (description.length <= maxDescriptionCharacters) return description;
	const half = maxDescriptionCharacters / 2 - 1;
	const start = description.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
	const end = description.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
	return `${start}…${end}`;
}
