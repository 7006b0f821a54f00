import { ApiError, type ApiErrorDetails, type ApiErrorReason } from '../client/apiError';
import { ParameterError } from '../parameters/parameterError';
import type { ItemOutcome } from './itemOutcome';

export const sentEarlier = 'sent or possibly sent earlier';

type SkipText = (details: ApiErrorDetails) => string;

/**
 * Texts for errors that always skip an item. Missing contacts aren't included, because *If Contact
 * Not Found* determines whether their items are skipped.
 */
const skipTexts: Partial<Record<ApiErrorReason, SkipText>> = {
	optedOut: (details) => (details.reason === 'optedOut' ? `opted out with '${details.tag}'` : ''),
	contactTagged: (details) => (details.reason === 'contactTagged' ? `tagged '${details.tag}'` : ''),
	outsideHours: () => 'outside the sending hours',
	timeZoneUnknown: () => 'no known time zone',
};

/** Returns whether the error skips the item regardless of *If Contact Not Found*. */
export function isAlwaysSkipped({ reason, outcome }: ApiError): boolean {
	return outcome === 'notDone' && skipTexts[reason] !== undefined;
}

/**
 * Returns `undefined` if the item wasn't skipped. Replies that don't answer a question count as
 * skipped.
 */
export function skipReasonOf(outcome: ItemOutcome): string | undefined {
	if (outcome.kind === 'failed') return undefined;
	if (outcome.kind === 'done') {
		const [result] = outcome.result;
		if (result?.passedOn === false) return String(result.reason);
		if (result?.status !== 'skipped') return undefined;
		return result.reason === 'alreadyInCampaign' ? 'already in the campaign' : sentEarlier;
	}
	const { error } = outcome;
	if (error instanceof ParameterError) return 'no contact in the item';
	return skipTexts[error.reason]?.(error.details) ?? 'contact not found';
}
