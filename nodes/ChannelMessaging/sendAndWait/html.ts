export function escapeHtml(text: string): string {
	return text
		.replaceAll('&', '&#38;')
		.replaceAll('<', '&#60;')
		.replaceAll('>', '&#62;')
		.replaceAll('"', '&#34;')
		.replaceAll("'", '&#39;');
}

/**
 * Returns an HTML element whose text direction depends on its content, because users can enter text
 * in any language.
 */
export function element(name: string, text: string, attributes?: string): string {
	const all = attributes === undefined ? 'dir="auto"' : `${attributes} dir="auto"`;
	return `<${name} ${all}>${escapeHtml(text)}</${name}>`;
}
