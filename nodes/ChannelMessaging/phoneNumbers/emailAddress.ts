import { visibleText } from '../texts/visibleText';

/** Matches an email address without surrounding characters or a display name. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Returns the only email address in text such as `mailto:ana@example.com` or `Ana
 * <ana@example.com>`, without changing its case. Returns `undefined` if the text isn't exactly one
 * email address.
 */
export function emailAddressIn(text: string): string | undefined {
	const visible = visibleText(text).replace(/＠/g, '@').trim();
	const [, bracketed = visible] = /<([^<>]*)>[\s,;]*$/.exec(visible) ?? [];
	const bare = bracketed
		.trim()
		.replace(/^mailto:/i, '')
		.replace(/\?.*$/, '')
		.replace(/^["'“”‘’]+|["'“”‘’.,;]+$/g, '');
	// The display name in front of the brackets must not contain another address.
	const isOnly = visible.split('@').length === 2;
	return isOnly && address.test(bare) ? bare : undefined;
}
