export function asTitle(words: string): string {
	return words.replace(/\.$/, '');
}

export function asSentence(words: string): string {
	return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** Appends the error code, which network administrators need for troubleshooting. */
export function withCode(code: string): string {
	return code === '' ? '.' : `. Code: ${code}.`;
}

export function wasOrWere(count: number): string {
	return count > 1 ? 'were' : 'was';
}

/**
 * Uses seconds for durations below two minutes. Rounds up by default, which suits remaining times.
 */
export function describeTime(milliseconds: number, round = Math.ceil): string {
	const seconds = round(milliseconds / 1_000);
	return seconds < 120 ? `${String(seconds)} s` : `${String(round(seconds / 60))} min`;
}
