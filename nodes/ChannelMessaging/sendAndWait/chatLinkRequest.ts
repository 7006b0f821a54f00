import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/** `replaced` means that a newer question has replaced this one. */
export type ChatLinkRequest =
	| {
			reply: string;
			/**
			 * When the contact's message arrived, in milliseconds since the epoch. Older versions of the
			 * node don't send this time.
			 */
			receivedAt?: number;
			/** Identifies the contact's message, if the provider's ID is known. */
			message?: string;
	  }
	| { replaced: true };

/** The maximum length of `message`. *Pass On Reply* sends a hash, which is shorter. */
const maxMessageCharacters = 100;

export function parseChatLinkRequest(body: unknown): ChatLinkRequest | undefined {
	const { reply, receivedAt, message, replaced }: IDataObject = isRecord(body) ? body : {};
	if (typeof reply !== 'string') return replaced === true ? { replaced } : undefined;
	const received = { reply, ...(typeof receivedAt === 'number' && { receivedAt }) };
	if (message === undefined) return received;
	return typeof message === 'string' && message.length <= maxMessageCharacters
		? { ...received, message }
		: undefined;
}
