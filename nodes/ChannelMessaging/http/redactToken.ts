/** Shorter ones are parts of other words too, which would be taken apart. */
const longToken = 8;
const placeholder = '(token)';

/** Matches a text where neither a letter nor a digit stands beside it. */
function onItsOwn(text: string): RegExp {
	const literally = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}])${literally}(?![\\p{L}\\p{N}])`, 'gu');
}

/** In a URL, where half a character is written as the sign for an unknown one. */
function inUrl(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/**
 * Gives a function that takes a token out of texts, in each form in which a service or a library may
 * repeat it: as it is, in JSON (also with escaped slashes), and in a URL. A token of less than eight
 * characters is taken out where it stands on its own.
 */
export function redactToken(token: string): (text: string) => string {
	if (token === '') return (text) => text;
	const inJson = JSON.stringify(token).slice(1, -1);
	const forms = [...new Set([token, inJson, inJson.replaceAll('/', '\\/'), inUrl(token)])];
	if (token.length >= longToken) {
		return (text) => forms.reduce((rest, form) => rest.replaceAll(form, placeholder), text);
	}
	const patterns = forms.map(onItsOwn);
	return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, placeholder), text);
}
