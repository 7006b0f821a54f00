import { visibleText } from '../texts/visibleText';

/** Longer text isn't searched for an address, because it would take quadratic time. */
const maxCharacters = 1_000;

/** Matches an address without surrounding text. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Matches quotes and opening brackets before an address, and punctuation after it. An IP address can
 * end with `]`.
 */
const surrounding = /^["'`\p{Ps}\p{Pi}\p{Pf}]+|(?:(?!\])[`\p{P}])+$/gu;

/**
 * Returns the address if the text contains exactly one, as in `mailto:ana@example.com` or `Ana
 * <ana@example.com>`. Its case is kept. Full-width characters, ideographic full stops, and combining
 * accents become ordinary ones.
 */
export function emailAddressIn(text: string): string | undefined {
	if (text.length > maxCharacters) return undefined;
	const visible = visibleText(text)
		.normalize('NFC')
		.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
		.replace(/[\u3002\uFF61]/g, '.')
		.trim();
	const [, bracketed = visible] = /<([^<>]*)>[\s,;]*$/.exec(visible) ?? [];
	const bare = bracketed
		.trim()
		.replace(/^mailto:/i, '')
		.replace(/\?.*$/, '')
		.replace(surrounding, '');
	// The display name must not contain another address.
	const isOnly = visible.split('@').length === 2;
	return isOnly && address.test(bare) ? bare : undefined;
}
