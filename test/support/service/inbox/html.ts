/** HTML that may be shown as it is. */
export interface Html {
	readonly html: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function htmlOf(value: Html | readonly Html[] | string | number): string {
	if (typeof value === 'string') return value.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '');
	if (typeof value === 'number') return value.toLocaleString('en');
	return 'html' in value ? value.html : value.map(({ html: part }) => part).join('');
}

/** Text that is put in stays text, whatever it says. */
export function html(
	parts: TemplateStringsArray,
	...values: ReadonlyArray<Parameters<typeof htmlOf>[0]>
): Html {
	return { html: String.raw({ raw: parts }, ...values.map(htmlOf)) };
}
