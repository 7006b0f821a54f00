/** The ISO 15924 codes of right-to-left scripts in use. */
const rightToLeftScripts: ReadonlySet<string | undefined> = new Set([
	'Adlm',
	'Arab',
	'Hebr',
	'Nkoo',
	'Rohg',
	'Syrc',
	'Thaa',
]);

export function textDirection(language: string): 'ltr' | 'rtl' {
	try {
		return rightToLeftScripts.has(new Intl.Locale(language).maximize().script) ? 'rtl' : 'ltr';
	} catch {
		return 'ltr';
	}
}
