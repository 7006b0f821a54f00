import { normalized } from '../texts/normalized';
import { visibleText } from '../texts/visibleText';

/** Longer text isn't searched for an address, because the search would take quadratic time. */
const maxCharacters = 1_000;

/** Matches an address without surrounding text. Brackets are allowed only around an IP address. */
const address = /^[^\s@<>,;"()[\]]+@(?:[^\s@<>,;"()[\]]+|\[[^\s@<>,;"()[\]]+\])$/;

/**
 * Matches `mailto:`, quotes, and opening brackets before an address, and punctuation after it. An
 * address can start with `*` or `_`, so these are only removed from both sides. The bracket at the
 * end of an IP address is part of the address.
 */
const surrounding =
	/^(?:mailto:|["'`\p{Ps}\p{Pi}\p{Pf}]|([*_])(?=.*\1[`\p{P}]*$))+|(?<!@\[[^\]]*)[`\p{P}]+$/giu;

/**
 * Returns the address if the text contains exactly one, as in `mailto:ana@example.com` or `Ana
 * <ana@example.com>`. The address keeps its case. Full-width characters, ideographic full stops,
 * and combining accents become ordinary ones.
 */
export function emailAddressInText(text: string): string | undefined {
	if (text.length > maxCharacters) return undefined;
	const visible = normalized(visibleText(text), 'NFC')
		.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
		.replace(/[\u3002\uFF61]/g, '.');
	const [, bracketed = visible] = /<([^<>]*)>[\s,;]*$/.exec(visible) ?? [];
	const bare = bracketed.trim().replace(/\?.*$/, '').replace(surrounding, '');
	// The display name must not contain another address.
	const isOnly = visible.split('@').length === 2;
	return isOnly && address.test(bare) ? bare : undefined;
}
