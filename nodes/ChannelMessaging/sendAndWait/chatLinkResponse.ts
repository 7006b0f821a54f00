import { isRecord } from '../client/isRecord';

/**
 * The states of a question's link. `answered`: this request answered the question. `answering`: n8n
 * is resuming the execution for another answer, which can still fail. `closed`: the execution isn't
 * waiting for this question.
 */
const states = ['answered', 'answering', 'closed', 'expired', 'notAReply', 'open'] as const;

export type ChatLinkState = (typeof states)[number];

export interface ChatLinkResponse {
	state: ChatLinkState;
	workflow: string;
	node: string;
}

/** The value of the `Cache-Control` header in all responses from the node. */
export const noStore = 'no-store';

export function chatLinkResponseText({ state, workflow, node }: ChatLinkResponse): string {
	return JSON.stringify({ question: state, workflow, node });
}

export function parseChatLinkResponse(value: unknown): ChatLinkResponse | undefined {
	if (!isRecord(value)) return undefined;
	const state = states.find((known) => known === value.question);
	const { workflow, node } = value;
	if (state === undefined || typeof workflow !== 'string' || typeof node !== 'string') {
		return undefined;
	}
	return { state, workflow, node };
}
