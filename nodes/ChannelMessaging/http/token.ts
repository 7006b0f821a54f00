import type { IDataObject } from 'n8n-workflow';

/**
 * The token in a credential's settings, without the space or line break that comes along when it is
 * pasted. Whoever sends the token, or keeps it out of texts, reads it here. Empty where there is none.
 */
export function readToken({ token }: IDataObject): string {
	return String(token ?? '').trim();
}
