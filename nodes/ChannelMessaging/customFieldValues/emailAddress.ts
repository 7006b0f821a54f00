import { visibleText } from '../texts/visibleText';

/** Longer text isn't searched for an address, because it would take quadratic time. */
const maxCharacters = 1_000;

/** Matches an address without surrounding text. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Returns the address if the text contains exactly one, as in `mailto:ana@example.com` or `Ana
 * <ana@example.com>`. Its case is kept.
 */
export function emailAddressIn(text: string): string | undefined {
	if (text.length > maxCharacters) return undefined;
	const visible = visibleText(text)
		.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
		.trim();
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
