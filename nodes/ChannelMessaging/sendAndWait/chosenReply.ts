import { normalized } from '../texts/normalized';
import { withAsciiDigits } from '../texts/asciiDigits';
import { folded } from '../texts/foldedText';
import { isBlank } from '../texts/visibleText';
import { maxComparedCharacters, maxReplyCharacters } from './questionSizeLimits';

export interface OfferedReply {
	text: string;
	/** Whether the reply approves the request. `undefined` if it neither approves nor declines it. */
	approved?: boolean | undefined;
}

/** The answer as it appears in the workflow's data. */
export interface ChatAnswer {
	/**
	 * The text of the chosen quick reply, or the contact's text if the question has no quick replies.
	 */
	text: string;
	/** The contact's text, unchanged. */
	entered: string;
	approved?: boolean;
}

/**
 * Finds the quick reply that the contact chose, ignoring case, accents, and skin tones. Without
 * quick replies, any text is an answer. Some messengers number the replies, so a reply's number is
 * also accepted, unless a reply contains a digit.
 */
export function chosenReply(
	replies: readonly OfferedReply[],
	entered: string,
): ChatAnswer | undefined {
	if (entered.length > maxReplyCharacters || isBlank(entered)) return undefined;
	if (replies.length === 0) return { text: entered, entered };
	if (entered.length > maxComparedCharacters) return undefined;
	const text = folded(entered);
	const reply = replies.find((each) => folded(each.text) === text) ?? numberedReply(replies, text);
	if (reply === undefined) return undefined;
	const { approved } = reply;
	return { text: reply.text, entered, ...(approved !== undefined && { approved }) };
}

/** Matches digits and numerals, including Chinese ones. */
const numeral = /[\p{N}一二三四五六七八九十百千万两兩零壹贰貳叁參肆伍陆陸柒捌玖拾🔟]/u;

function numberedReply(replies: readonly OfferedReply[], text: string): OfferedReply | undefined {
	const number = withAsciiDigits(text);
	if (!/^[1-9]\d?$/.test(number)) return undefined;
	// The normalization reveals digits in characters such as ㋀, but turns Ⅱ into letters.
	return replies.some(({ text }) => numeral.test(text + normalized(text, 'NFKC')))
		? undefined
		: replies[Number(number) - 1];
}
