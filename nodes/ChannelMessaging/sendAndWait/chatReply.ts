import { folded } from '../texts/foldedText';

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
 * The maximum length of a reply in UTF-16 code units, which is longer than any messenger's messages.
 * Without a limit, a huge reply could block n8n.
 */
export const maxReplyLength = 100_000;

/** Longer texts can't equal a quick reply, even with extra white space. */
const maxComparedLength = 1_000;

/**
 * Returns `undefined` if the text answers none of the replies. Without replies, any text is an
 * answer.
 *
 * Replies are compared as people compare them. Some messengers number the replies, so the number of
 * a reply also counts, unless a reply contains a digit.
 */
export function chatAnswer(replies: readonly ChatReply[], entered: string): ChatAnswer | undefined {
	if (entered.length > maxReplyLength || entered.trim() === '') return undefined;
	if (replies.length === 0) return { text: entered, entered };
	if (entered.length > maxComparedLength) return undefined;
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
