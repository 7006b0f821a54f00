import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/model';

/**
 * The state of a question in the chat, which the response of its link contains. `answered` means
 * that this request answered it, and `closed` that the execution waits for another answer.
 */
const states = ['alreadyAnswered', 'answered', 'closed', 'expired', 'notAReply', 'open'] as const;

export type ChatState = (typeof states)[number];

/** The body of a request to the link: a reply of the contact, or a newer question's notice. */
export type ChatRequest = { reply: string } | { replaced: true };

export interface ChatResponse {
	state: ChatState;
	/** The names of the workflow and the node that asked. */
	workflow: string;
	node: string;
}

export function chatResponseText({ state, workflow, node }: ChatResponse): string {
	return JSON.stringify({ question: state, workflow, node });
}

/** Returns `undefined` if the text is no response to a question in the chat. */
export function parseChatResponse(value: unknown): ChatResponse | undefined {
	if (!isRecord(value)) return undefined;
	const state = states.find((known) => known === value.question);
	const { workflow, node } = value;
	if (state === undefined || typeof workflow !== 'string' || typeof node !== 'string') {
		return undefined;
	}
	return { state, workflow, node };
}

/** Returns `undefined` if the request's body is invalid. */
export function parseChatRequest(body: unknown): ChatRequest | undefined {
	const { reply, replaced }: IDataObject = isRecord(body) ? body : {};
	if (typeof reply === 'string') return { reply };
	return replaced === true ? { replaced } : undefined;
}
