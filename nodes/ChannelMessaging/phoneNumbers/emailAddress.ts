import { visibleText } from '../texts/visibleText';

/** An email address as it is written in letters, without what surrounds it. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Returns the only email address in text such as `mailto:ana@example.com` or
 * `Ana <ana@example.com>`, in the case in which it was entered. Returns `undefined` if the text
 * isn't one email address.
 */
export function emailAddressIn(text: string): string | undefined {
	const visible = visibleText(text).replace(/＠/g, '@').trim();
	const [, bracketed = visible] = /<([^<>]*)>[\s,;]*$/.exec(visible) ?? [];
	const bare = bracketed
		.trim()
		.replace(/^mailto:/i, '')
		.replace(/\?.*$/, '')
		.replace(/^["'“”‘’]+|["'“”‘’.,;]+$/g, '');
	// A name in front of the brackets can't contain another address.
	const isOnly = visible.split('@').length === 2;
	return isOnly && address.test(bare) ? bare : undefined;
}
