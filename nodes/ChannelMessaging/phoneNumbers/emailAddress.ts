import { visibleText } from '../texts/visibleText';

/** An address with nothing around it. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Finds the only address in `mailto:ana@example.com` or `Ana <ana@example.com>`. Keeps its case.
 */
export function emailAddressIn(text: string): string | undefined {
	const visible = visibleText(text).replace(/＠/g, '@').trim();
	const [, bracketed = visible] = /<([^<>]*)>[\s,;]*$/.exec(visible) ?? [];
	const bare = bracketed
		.trim()
		.replace(/^mailto:/i, '')
		.replace(/\?.*$/, '')
		.replace(/^["'“”‘’]+|["'“”‘’.,;]+$/g, '');
	// The display name must not contain another address.
	const isOnly = visible.split('@').length === 2;
	return isOnly && address.test(bare) ? bare : undefined;
}
