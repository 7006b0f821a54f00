/** In characters. A real token is several times longer; a shorter one may be part of other words. */
const shortestToken = 8;

/**
 * Gives a function that takes a token out of texts, in each form in which a service or a library may
 * repeat it: as it is, in JSON (also with escaped slashes), and in a URL.
 */
export function redactToken(token: string): (text: string) => string {
	if (token.length < shortestToken) return (text) => text;
	const inJson = JSON.stringify(token).slice(1, -1);
	const slashed = inJson.replaceAll('/', '\\/');
	const forms = [...new Set([token, inJson, slashed, encodeURIComponent(token)])];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '(token)'), text);
}
