/** For 1 MB of text, several calls of `replaceAll` are faster than one `replace` with a function. */
export function escapeHtml(text: string): string {
	return text
		.replaceAll('&', '&#38;')
		.replaceAll('<', '&#60;')
		.replaceAll('>', '&#62;')
		.replaceAll('"', '&#34;')
		.replaceAll("'", '&#39;');
}

/** Sets `dir="auto"` because the text can be in any language. */
export function element(name: string, text: string, attributes?: string): string {
	const all = attributes === undefined ? 'dir="auto"' : `${attributes} dir="auto"`;
	return `<${name} ${all}>${escapeHtml(text)}</${name}>`;
}
