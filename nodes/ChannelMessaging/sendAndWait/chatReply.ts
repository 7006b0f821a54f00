import { folded } from '../texts/foldedText';
import { maxComparedCharacters, maxReplyCharacters } from './questionLimits';

/** A quick reply of a question in the chat. */
export interface ChatReply {
	text: string;
	/** Whether the reply approves or declines. `undefined` if it does neither. */
	approved?: boolean | undefined;
}

/** The answer to a question in the chat, as the workflow receives it. */
export interface ChatAnswer {
	/** The quick reply as its author wrote it, or what the contact wrote. */
	text: string;
	/** What the contact wrote, character for character. */
	entered: string;
	approved?: boolean;
}

/**
 * Returns `undefined` if the text answers none of the replies. Without replies, any text is an
 * answer.
 *
 * Replies are compared as people compare them. Some messengers number the replies, so the number of
 * a reply also counts, unless a reply contains a digit.
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
