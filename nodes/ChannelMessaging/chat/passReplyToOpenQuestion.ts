import type { IDataObject } from 'n8n-workflow';

import { fieldText } from '../client/customFieldText';
import { canonicalContactId } from '../client/canonicalContactId';
import { hashOf } from '../texts/sha256';
import { isBlank } from '../texts/visibleText';
import { expiryToleranceMs } from './askInChat';
import type { ChatSession } from './chatSession';
import type { LinkState } from './interpretLinkResponse';
import { retryWhileRunning } from './retryWhileRunning';
import { openSealedQuestion, type SavedQuestion } from './sealedQuestion';

/** Workflows compare these values, so they must not change. */
export type NotPassedOnReason =
	| 'alreadyAnswered'
	| 'deleted'
	| 'expired'
	| 'noQuestion'
	| 'notAReply';

interface Reply {
	contactId: string;
	/** The custom field that stores the open question. */
	field: string;
	text: string;
	/** The provider's ID for the chat message, if known. */
	messageId: string | undefined;
}

/**
 * Answers the contact's open question and returns the node's output. Rejects if n8n can't be
 * reached, or if it's unclear whether the question was answered. Retrying is safe because a
 * question accepts only one answer.
 */
export async function passReplyToOpenQuestion(
	session: ChatSession,
	reply: Reply,
): Promise<IDataObject> {
	const { contactId, field, text, messageId } = reply;
	const notPassedOn = (reason: NotPassedOnReason) => ({ passedOn: false, reason, contactId });
	if (isBlank(text)) return notPassedOn('notAReply');
	const contact = await session.contacts.getContact(contactId);
	const saved = fieldText(contact, field) ?? '';
	const question = openSealedQuestion(saved, { ...session, contactId, field });
	if (question === undefined) return notPassedOn('noQuestion');
	if (Date.now() >= question.expiresAt + expiryToleranceMs) return notPassedOn('expired');
	const owner = [session.channelKey, canonicalContactId(contactId), field];
	const state = await retryWhileRunning(session, question.link, {
		reply: text,
		receivedAt: session.receivedAt,
		...(messageId !== undefined && { message: hashOf([...owner, messageId]) }),
	});
	if (state.state === 'answered') {
		const { workflow, node } = state;
		return { passedOn: true, workflow, node, contactId };
	}
	return notPassedOn(notPassedOnReason(state, question));
}

/** Returns why a question's link didn't accept the reply. */
function notPassedOnReason(
	{ state }: LinkState,
	{ expiresAt }: Pick<SavedQuestion, 'expiresAt'>,
): NotPassedOnReason {
	if (state === 'notAReply' || state === 'deleted' || state === 'expired') return state;
	// When the wait limit is reached, n8n itself resumes the execution and responds as if the question
	// had been answered.
	return Date.now() >= expiresAt ? 'expired' : 'alreadyAnswered';
}
