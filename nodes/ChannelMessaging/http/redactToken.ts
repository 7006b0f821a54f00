/** In characters. A real token is several times longer. */
const shortestToken = 8;
const placeholder = '(token)';

/**
 * Gives a function that takes a token out of texts, in each form in which a service or a library may
 * repeat it: as it is, in JSON (also with escaped slashes), and in a URL. A token of less than eight
 * characters is left in: it may be part of other words, and of contacts' identifiers, which would be
 * taken apart.
 */
export function redactToken(token: string): (text: string) => string {
	if (token.length < shortestToken) return (text) => text;
	const inJson = JSON.stringify(token).slice(1, -1);
	const slashed = inJson.replaceAll('/', '\\/');
	const forms = [...new Set([token, inJson, slashed, encodeURIComponent(token)])];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, placeholder), text);
}
