/** Spellings of phone numbers that libphonenumber doesn't read, and the numbers that people read. */
export const phoneSpellings: ReadonlyMap<string, string> = new Map([
	['whatsapp:+442079460001', '+442079460001'],
	['Tel. +44 20 7946 0001', '+442079460001'],
	['442079460001@c.us', '+442079460001'],
	['+442079460001 (mobile)', '+442079460001'],
	['4.42079460001E11', '442079460001'],
]);
