import { folded } from '../texts/foldedText';
import { maxComparedCharacters, maxReplyCharacters } from './questionLimits';

/** A quick reply to a question in the chat. */
export interface ChatReply {
	text: string;
	/** `true` approves, `false` declines, and `undefined` does neither. */
	approved?: boolean | undefined;
}

/** The answer to a question in the chat, as the workflow receives it. */
export interface ChatAnswer {
	/** The matching quick reply as configured in the node, or else the contact's text. */
	text: string;
	/** The contact's exact text. */
	entered: string;
	approved?: boolean;
}

/**
 * Returns the quick reply that matches the contact's text, or `undefined` if none matches. Without
 * quick replies, any text is an answer.
 *
 * The comparison ignores case and accents. Some messengers number the replies, so a reply's number
 * also matches, unless a reply contains a digit.
 */
export function chatAnswer(replies: readonly ChatReply[], entered: string): ChatAnswer | undefined {
	if (entered.length > maxReplyCharacters || entered.trim() === '') return undefined;
	if (replies.length === 0) return { text: entered, entered };
	if (entered.length > maxComparedCharacters) return undefined;
	const text = folded(entered);
	const reply = replies.find((each) => folded(each.text) === text) ?? numberedReply(replies, text);
	if (reply === undefined) return undefined;
	const { approved } = reply;
	return { text: reply.text, entered, ...(approved !== undefined && { approved }) };
}

function numberedReply(replies: readonly ChatReply[], text: string): ChatReply | undefined {
	if (!/^[1-9]\d?$/.test(text)) return undefined;
	return replies.some((reply) => /\p{N}/u.test(reply.text)) ? undefined : replies[Number(text) - 1];
}
