import { randomBytes } from 'node:crypto';

import { ApiError, type ApiErrorReason, notStarted, unexpectedError } from '../client/apiError';
import { fullNameOf } from '../client/fullName';
import { fieldText } from '../client/customFieldText';
import type { Contact } from '../client/contact';
import { canonicalContactId } from '../client/canonicalContactId';
import { hashOf } from '../texts/sha256';
import { KeyedLock } from '../scheduling/keyedLock';
import { isSealedQuestion } from '../texts/isSealedQuestion';
import type { ChatSession } from './chatSession';
import { retryWhileRunning } from './retryWhileRunning';
import { nonceBytes, openSealedQuestion, type SavedQuestion, sealQuestion } from './sealedQuestion';

export interface ChatQuestion extends SavedQuestion {
	contactId: string;
	/** The custom field that stores the open question. */
	field: string;
	/** Whether to replace a question that is still open. If not, the new question fails. */
	replacesOpenQuestion: boolean;
}

/**
 * Locks by contact and field, so that an execution sees the question that the previous execution
 * saved.
 */
const questions = new KeyedLock();

/**
 * Saves the question in the contact's custom field before sending it. Sends nothing if another
 * question is open and must not be replaced, or if the channel doesn't save the field.
 */
export async function askInChat<Result>(
	session: ChatSession,
	question: ChatQuestion,
	send: () => Promise<Result>,
): Promise<Result> {
	const { channelKey, cancellation } = session;
	const { contactId, field } = question;
	const key = hashOf([channelKey, canonicalContactId(contactId), field]);
	const result = await questions.run(key, cancellation, async () => {
		await beforeSending(endOpenQuestion(session, question));
		const owner = { ...session, contactId, field };
		const sealed = sealQuestion(question, owner, randomBytes(nonceBytes));
		try {
			await beforeSending(save(session, question, sealed));
			return { sent: await send() };
		} catch (error) {
			const failure = unexpectedError(error);
			if (failure.outcome === 'notDone') await clear(session, question, sealed);
			throw failure;
		}
	});
	if (result === undefined) throw notStarted();
	return result.sent;
}

/** All errors have the outcome `notDone` because the message hasn't been sent yet. */
async function beforeSending(requests: Promise<void>): Promise<void> {
	await requests.catch((error: unknown) => {
		throw unexpectedError(error).with({ outcome: 'notDone' });
	});
}

/**
 * Ends another execution's open question, or rejects if that question must not be replaced.
 */
async function endOpenQuestion(session: ChatSession, question: ChatQuestion): Promise<void> {
	const { contactId, field, link } = question;
	const contact = await session.contacts.getContact(contactId);
	const text = fieldText(contact, field) ?? '';
	const earlier = openSealedQuestion(text, { ...session, contactId, field });
	if (earlier === undefined) {
		if (text === '' || isSealedQuestion(text)) return;
		throw new ApiError({ reason: 'questionFieldUsed', outcome: 'notDone', field });
	}
	const isOwn = executionOf(earlier.link) === executionOf(link);
	if (isOwn || Date.now() >= earlier.expiresAt + expiryToleranceMs) return;
	const found = await retryWhileRunning(session, earlier.link).catch((error: unknown) => {
		const isLost = error instanceof ApiError && isOfLostLink(error, earlier.link, link);
		if (isLost && question.replacesOpenQuestion) return undefined;
		throw error;
	});
	if (found?.state !== 'open') return;
	if (!question.replacesOpenQuestion) throw openQuestionError(contact, found.workflow);
	const { state } = await retryWhileRunning(session, earlier.link, { replaced: true });
	if (state === 'open' || state === 'notAReply') throw openQuestionError(contact, found.workflow);
}

/** Reasons for errors that occur if a link points to n8n's previous address. */
const ofMovedLinks: readonly ApiErrorReason[] = ['linkNotReached', 'linkRejected'];

/**
 * The status with which n8n responds if the link was signed by another n8n instance or with another
 * encryption key.
 */
const invalidSignatureStatus = 401;

/** Returns whether the error proves that the earlier question can no longer be answered. */
function isOfLostLink({ reason, details }: ApiError, earlier: string, current: string): boolean {
	if (reason === 'linkRejected' && details.status === invalidSignatureStatus) return true;
	return ofMovedLinks.includes(reason) && addressOf(earlier) !== addressOf(current);
}

/** Returns n8n's address, which can include a path. */
function addressOf(link: string): string {
	const execution = executionOf(link);
	return execution.slice(0, execution.lastIndexOf('/'));
}

/**
 * How long a question can stay open after `expiresAt`. The wait starts only when the message is
 * sent, which the rate limit can delay. The link itself rejects late replies.
 */
export const expiryToleranceMs = 3_600_000;

function openQuestionError(contact: Contact, workflow: string): ApiError {
	const contactName = fullNameOf(contact);
	return new ApiError({ reason: 'questionOpen', outcome: 'notDone', contactName, workflow });
}

/** Returns the part of a link that identifies n8n and the execution. */
function executionOf(link: string): string {
	const { origin, pathname } = new URL(link);
	return origin + pathname.slice(0, pathname.lastIndexOf('/'));
}

/** Reads the field back after saving it and rejects if it contains a different value. */
async function save(
	{ contacts }: ChatSession,
	{ contactId, field }: ChatQuestion,
	sealed: string,
): Promise<void> {
	await contacts.updateContact(contactId, [{ name: field, value: sealed }]);
	const saved = fieldText(await contacts.getContact(contactId), field) ?? '';
	if (saved === sealed) return;
	const isCut = saved !== '' && sealed.startsWith(saved);
	const found = isCut ? 'cut' : isSealedQuestion(saved) ? 'otherQuestion' : 'ignored';
	throw new ApiError({
		reason: 'questionNotSaved',
		outcome: 'notDone',
		field,
		found,
		length: sealed.length,
		savedLength: saved.length,
	});
}

/**
 * Clears the field if it still contains the question, which definitely wasn't sent. If clearing
 * fails, that is harmless because no execution waits for this question.
 */
async function clear(
	{ contacts }: ChatSession,
	{ contactId, field }: ChatQuestion,
	sealed: string,
): Promise<void> {
	try {
		const saved = fieldText(await contacts.getContact(contactId), field) ?? '';
		if (saved === '' || !sealed.startsWith(saved)) return;
		await contacts.updateContact(contactId, [{ name: field, value: '' }]);
	} catch {
		// This error is ignored because the original error is more important.
	}
}
