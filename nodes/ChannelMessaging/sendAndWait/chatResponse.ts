import { isRecord } from '../client/isRecord';

/**
 * The states of a question's link. `answered`: this request answered the question. `answering`: n8n
 * is resuming the execution for another answer, which can still fail. `closed`: the execution isn't
 * waiting for this question.
 */
const states = ['answered', 'answering', 'closed', 'expired', 'notAReply', 'open'] as const;

export type ChatState = (typeof states)[number];

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
