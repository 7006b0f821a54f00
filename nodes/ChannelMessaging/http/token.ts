import type { IDataObject } from 'n8n-workflow';

/** The token in a credential's settings, without pasted space around it; empty if there is none. */
export function readToken({ token }: IDataObject): string {
	return String(token ?? '').trim();
}
