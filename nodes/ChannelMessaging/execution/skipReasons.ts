import type { NotPassedOnReason } from '../chat/passReplyToOpenQuestion';
import { ApiError, type ApiErrorDetails, type ApiErrorReason } from '../client/apiError';
import { ParameterError } from '../parameters/parameterError';
import type { ItemOutcome } from './itemOutcome';

export const sentEarlier = 'sent or possibly sent earlier';

export const outsideHoursText = 'outside the sending hours';

type SkipText = (details: ApiErrorDetails) => string;

/**
 * Texts for errors that always skip an item. Errors for missing contacts aren't included, because
 * *If Contact Not Found* determines whether their items are skipped.
 */
const skipTexts: Partial<Record<ApiErrorReason, SkipText>> = {
	optedOut: (details) => (details.reason === 'optedOut' ? `opted out with '${details.tag}'` : ''),
	contactTagged: (details) => (details.reason === 'contactTagged' ? `tagged '${details.tag}'` : ''),
	outsideHours: () => outsideHoursText,
	timeZoneUnknown: () => 'no known time zone',
};

const notPassedOnTexts: Readonly<Record<NotPassedOnReason, string>> = {
	alreadyAnswered: 'the question was already answered',
	deleted: 'the execution that asked was stopped or deleted',
	expired: 'the question expired',
	noQuestion: 'no open question',
	notAReply: 'not an answer to the question',
};

/**
 * Returns whether the error skips the item, or the rest of its messages, regardless of *If Contact
 * Not Found*.
 */
export function isAlwaysSkipped({ reason, requestOutcome }: ApiError): boolean {
	return requestOutcome === 'notDone' && skipTexts[reason] !== undefined;
}

/**
 * Returns the reason for skipping an item, or `undefined` if the item wasn't skipped. Replies that
 * don't answer a question count as skipped.
 */
export function skipReasonOf(outcome: ItemOutcome): string | undefined {
	if (outcome.kind === 'failed') return undefined;
	if (outcome.kind === 'done') {
		const [result] = outcome.result;
		if (result?.passedOn === false) return notPassedOnTexts[result.reason as NotPassedOnReason];
		if (result?.status !== 'skipped') return undefined;
		return result.reason === 'alreadyInCampaign' ? 'already in the campaign' : sentEarlier;
	}
	const { error } = outcome;
	if (error instanceof ParameterError) return 'no contact in the item';
	return skipTexts[error.reason]?.(error.details) ?? 'contact not found';
}
