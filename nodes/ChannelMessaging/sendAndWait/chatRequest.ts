import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/** `replaced` means that a newer question replaces this one. */
export type ChatRequest =
	| {
			reply: string;
			/** Identifies the contact's message, if the provider's ID is known. */
			message?: string;
	  }
	| { replaced: true };

/** *Pass On Reply* sends a hash that is shorter than this. */
const maxMessageCharacters = 100;

export function parseChatRequest(body: unknown): ChatRequest | undefined {
	const { reply, message, replaced }: IDataObject = isRecord(body) ? body : {};
	if (typeof reply !== 'string') return replaced === true ? { replaced } : undefined;
	if (message === undefined) return { reply };
	return typeof message === 'string' && message.length <= maxMessageCharacters
		? { reply, message }
		: undefined;
}
