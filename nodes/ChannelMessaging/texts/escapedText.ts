/**
 * Matches characters that can hide text in the editor and in logs. Line breaks and tabs are
 * harmless.
 */
const hiding = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Makes text safe to show in parts of the editor that don't render HTML. */
export function withoutHiding(text: string): string {
	return text.replace(hiding, '');
}

/** Escapes HTML because the editor renders hints as HTML and contacts can choose any name. */
export function escapedHint(text: string): string {
	return withoutHiding(text)
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

/**
 * Makes error text safe to show in the editor, which renders descriptions as HTML. `<` is replaced
 * with a similar character because an HTML entity would appear unrendered in messages and logs, and
 * in the input of models.
 */
export function escapedError(text: string): string {
	return withoutHiding(text).replaceAll('<', '\u2039');
}

/** Replaces invisible characters with escape sequences, as in `\ufeffphone`. */
export function withEscapes(name: string): string {
	return name.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u00A0]/gu, (character) => {
		const code = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
		return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
	});
}
