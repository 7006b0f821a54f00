import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/**
 * The states of a question's link. `answered`: this request answered the question. `answering`: n8n
 * is resuming the execution for another answer, which can still fail. `closed`: the execution isn't
 * waiting for this question.
 */
const states = ['answered', 'answering', 'closed', 'expired', 'notAReply', 'open'] as const;

export type ChatState = (typeof states)[number];

/** `replaced` means that a newer question replaces this one. */
export type ChatRequest =
	| {
			reply: string;
			/** Identifies the contact's message, if the provider's ID is known. */
			message?: string;
	  }
	| { replaced: true };

export interface ChatResponse {
	state: ChatState;
	workflow: string;
	node: string;
}

/** The header `Cache-Control` of all responses from the node. */
export const noStore = 'no-store';

export function chatResponseText({ state, workflow, node }: ChatResponse): string {
	return JSON.stringify({ question: state, workflow, node });
}

export function parseChatResponse(value: unknown): ChatResponse | undefined {
	if (!isRecord(value)) return undefined;
	const state = states.find((known) => known === value.question);
	const { workflow, node } = value;
	if (state === undefined || typeof workflow !== 'string' || typeof node !== 'string') {
		return undefined;
	}
	return { state, workflow, node };
}

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
