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
