/** One call that may find whom somebody at the list of contacts means. */
export type TypedSearch =
	| { by: 'id'; contactId: string }
	/** With `firstName`, only contacts of this first name are meant. */
	| { by: 'field'; name: string; value: string; firstName?: string };

/**
 * The searches for what somebody typed, told from the text itself and as few as can be: those of a
 * group are made together, and those of the next one only where nobody was found. None where the text
 * says too little.
 */
export function typedSearches(text: string): TypedSearch[][] {
	const typed = text.trim();
	if (typed === '') return [];
	const field = (name: string, value = typed): TypedSearch => ({ by: 'field', name, value });
	const sign = typed.indexOf('=');
	if (sign > 0) {
		const value = typed.slice(sign + 1).trim();
		return value === '' ? [] : [[field(typed.slice(0, sign).trim(), value)]];
	}
	if (typed.includes('@')) return [[field('email')]];
	const identifiers: TypedSearch[] = [field('customerid'), { by: 'id', contactId: typed }];
	const [firstName = '', ...others] = typed.split(/\s+/);
	const isOneWord = others.length === 0;
	if (/^[+\d(][\d\s()./-]*$/.test(typed)) {
		return isOneWord && !typed.startsWith('+')
			? [[field('phone')], identifiers]
			: [[field('phone')]];
	}
	const names = [field('firstName'), field('lastName')];
	if (!isOneWord) {
		return [[...names, { by: 'field', name: 'lastName', value: others.join(' '), firstName }]];
	}
	return /\d/.test(typed) ? [identifiers, names] : [names, identifiers];
}
