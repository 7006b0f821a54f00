import { shortened } from '../texts/shortenedText';
import { maxExcerptCharacters } from '../texts/textLimits';
import type { ApiResponse } from './apiResponse';
import { maxEscapedLength, redactCutToken, redactToken } from './redactToken';

const maxExcerptSource = maxExcerptCharacters * 4;

/** Returns the start of a body for error messages, with the token redacted. */
export function beginningOf(
	{ text, truncated }: Pick<ApiResponse, 'text' | 'truncated'>,
	token: string,
): string {
	const body = text.trimStart();
	const source = body.slice(0, maxExcerptSource + token.length * maxEscapedLength);
	// A slice would keep the whole original string in memory.
	const copy = Buffer.from(source).toString();
	const isCut = truncated !== undefined || source.length < body.length;
	const redacted = isCut ? redactCutToken(copy, token) : redactToken(copy, token);
	return redacted.slice(0, maxExcerptSource);
}

export function excerpt(text: string): string {
	const line = text.slice(0, maxExcerptSource).replace(/\s+/g, ' ').trim();
	return line === '' ? 'nothing' : shortened(line, maxExcerptCharacters);
}
