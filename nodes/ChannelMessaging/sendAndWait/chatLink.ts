import { type ChatAnswer, chatAnswer, type ChatReply } from './chatReply';
import type { ChatState } from './chatResponse';
import { parseChatRequest } from './chatRequest';
import type { LinkRequest } from './openedLink';
import { hasExpired, isOtherQuestion } from './outdatedLink';
import type { AskedQuestion } from './question';

/** The workflow is only resumed if `data` is set. */
interface ResolvedChat {
	state: ChatState;
	data?: ChatAnswer | { replaced: true };
	/** Identifies the chat message that contains the answer, if known. */
	message?: string | undefined;
}

/**
 * Determines the result of a request. A GET request only asks whether the question is still open.
 *
 * @param now in milliseconds since the epoch
 */
export function resolveChat(
	question: AskedQuestion,
	replies: readonly ChatReply[],
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedChat {
	if (isOtherQuestion(question, query)) return { state: 'closed' };
	if (hasExpired(question, now)) return { state: 'expired' };
	if (method !== 'POST') return { state: 'open' };
	const request = parseChatRequest(body);
	if (request === undefined) return { state: 'notAReply' };
	if ('replaced' in request) return { state: 'answered', data: request };
	// The contact can't have answered a question that wasn't sent yet.
	const { receivedAt = Infinity } = request;
	if (receivedAt < (question.sentAt ?? 0)) return { state: 'notAReply', message: request.message };
	const data = chatAnswer(replies, request.reply);
	if (data === undefined) return { state: 'notAReply' };
	return { state: 'answered', data, message: request.message };
}
