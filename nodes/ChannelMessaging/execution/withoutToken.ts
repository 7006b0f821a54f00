/** Shorter ones are no secrets, and taking them out would take every text apart. */
const shortestSecret = 8;

/**
 * Gives a function that takes a token out of texts, in each form in which a service or a library may
 * repeat it: as it is, in JSON (also with escaped slashes), and in a URL.
 */
export function withoutToken(token: string): (text: string) => string {
	if (token.length < shortestSecret) return (text) => text;
	const inJson = JSON.stringify(token).slice(1, -1);
	const forms = [
		...new Set([token, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(token)]),
	];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '(token)'), text);
}
