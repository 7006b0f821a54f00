export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Uses `dir="auto"`, because the text can be in any language. */
export function element(name: string, text: string, attributes?: string): string {
	const all = attributes === undefined ? 'dir="auto"' : `${attributes} dir="auto"`;
	return `<${name} ${all}>${escapeHtml(text)}</${name}>`;
}
