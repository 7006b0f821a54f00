const phoneNumber = /^(?:\+|00)?[\d\s().-]{7,}$/;

/** Returns whether the text contains this name, or this phone number in any format. */
export function mentionsPerson(person: string, text: string): boolean {
	if (!phoneNumber.test(person)) return text.includes(`'${person}'`);
	const digits = (spelling: string) => spelling.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '');
	return [...text.matchAll(/'([^']*)'/g)].some(
		([, quote = '']) => digits(quote) === digits(person),
	);
}
