import { type ChatAnswer, chosenReply, type OfferedReply } from './chosenReply';
import type { ChatLinkState } from './chatLinkResponse';
import { parseChatLinkRequest } from './chatLinkRequest';
import type { LinkRequest } from './resolvePageLink';
import { hasExpired, isOtherQuestion } from './outdatedLink';
import type { AskedQuestion } from './question';

/** The workflow is resumed only if `data` is set. */
interface ResolvedChat {
	state: ChatLinkState;
	data?: ChatAnswer | { replaced: true };
	/** Identifies the chat message that contains the answer, if known. */
	message?: string | undefined;
}

/**
 * Determines the result of a request. A GET request only checks whether the question is still open.
 *
 * @param now in milliseconds since the epoch
 */
export function resolveChatLink(
	question: AskedQuestion,
	replies: readonly OfferedReply[],
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedChat {
	if (isOtherQuestion(question, query)) return { state: 'closed' };
	if (hasExpired(question, now)) return { state: 'expired' };
	if (method !== 'POST') return { state: 'open' };
	const request = parseChatLinkRequest(body);
	if (request === undefined) return { state: 'notAReply' };
	if ('replaced' in request) return { state: 'answered', data: request };
	// The contact can't have answered a question that hadn't been sent yet, or that was sent in the
	// same millisecond.
	const { receivedAt = Infinity } = request;
	if (receivedAt <= (question.sentAt ?? 0)) return { state: 'notAReply', message: request.message };
	const data = chosenReply(replies, request.reply);
	if (data === undefined) return { state: 'notAReply' };
	return { state: 'answered', data, message: request.message };
}
