/** Escaped HTML. */
export interface Html {
	readonly html: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function htmlOf(value: Html | readonly Html[] | string | number): string {
	if (typeof value === 'string')
		return value.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
	if (typeof value === 'number') return value.toLocaleString('en');
	return 'html' in value ? value.html : value.map(({ html: text }) => text).join('');
}

/** A template tag that escapes interpolated text. */
export function html(
	parts: TemplateStringsArray,
	...values: ReadonlyArray<Parameters<typeof htmlOf>[0]>
): Html {
	return { html: String.raw({ raw: parts }, ...values.map(htmlOf)) };
}
