import type { IDataObject } from 'n8n-workflow';

type Token =
	| { kind: 'usable'; token: string }
	| { kind: 'rejected'; message: string; advice: string };

/**
 * A shorter token could also occur in ordinary words, so it couldn't be redacted safely. Real
 * tokens are several times longer.
 */
const minTokenLength = 8;

/** Printable ASCII characters without spaces need no encoding in a header. */
const headerCharacters = /^[\x21-\x7e]*$/;

export function readToken({ token: entered }: IDataObject): Token {
	const token = String(entered ?? '').trim();
	if (token.length >= minTokenLength && headerCharacters.test(token))
		return { kind: 'usable', token };
	return {
		kind: 'rejected',
		message: headerCharacters.test(token)
			? `'Token' of the credential is empty or shorter than ${String(minTokenLength)} characters`
			: "'Token' of the credential contains invalid characters",
		advice: 'Copy the whole token from the channel settings, and enter it in the credential.',
	};
}
