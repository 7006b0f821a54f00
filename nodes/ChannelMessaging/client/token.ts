import type { IDataObject } from 'n8n-workflow';

/** A credential's token, or the reason why it is rejected. */
type Token =
	| { kind: 'usable'; token: string }
	| { kind: 'rejected'; message: string; advice: string };

/**
 * The minimum length of a token, in characters. Shorter text also occurs in ordinary words, so it
 * can't be redacted. Real tokens are several times longer.
 */
const minTokenLength = 8;

/** Matches printable ASCII characters without spaces, which need no encoding in a header. */
const headerCharacters = /^[\x21-\x7e]*$/;

/** Returns the credential's token without surrounding whitespace. */
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
