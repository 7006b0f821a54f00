import type { ApiError, ApiErrorReason } from '../apiError';
import { connectionErrors } from './connections';
import { contactErrors } from './contacts';
import type { DetailsOf, ErrorText, ErrorTexts } from './errorTextTypes';
import { executionErrors } from './execution';
import { listErrors } from './lists';
import { partlyDoneSentences } from './partlyDoneItem';
import { questionErrors } from './questions';
import { rateLimitErrors } from './rateLimits';
import { responseErrors } from './responses';
import { sendingErrors } from './sending';
import { asSentence, asTitle } from './sentences';
import { triggerAdvice } from './triggers';

/**
 * What happens after a failure. This determines the advice in the error message: an AI model
 * (`model`) can't change settings, and triggers (`nextPoll` and `testEvent`) only read data.
 */
export type AfterFailure = 'continue' | 'model' | 'nextPoll' | 'stop' | 'testEvent';

const readAgain: Partial<Record<AfterFailure, string>> = {
	nextPoll: 'The next poll tries again',
	testEvent: 'Fetch the test event again later',
};

const skipMissing =
	"To continue without such items, set the option 'If Contact Not Found' to 'Skip'";

const keyKept =
	"n8n's database still contains the message's key: to send it later, use another key or campaign name.";

const texts: ErrorTexts = {
	...connectionErrors,
	...contactErrors,
	...executionErrors,
	...listErrors,
	...questionErrors,
	...rateLimitErrors,
	...responseErrors,
	...sendingErrors,
};

export function apiErrorText(
	{ details }: ApiError,
	next: AfterFailure = 'stop',
): { title: string; advice: string } {
	const { serviceMessage, messages, isKeyKept } = details;
	const outcome = messages?.failing ?? details.outcome;
	const [title, advice] = textFor(details.reason, { ...details, outcome }, next);
	const sentences = [
		serviceMessage &&
			!title.startsWith(asTitle(serviceMessage)) &&
			`The service responded: ${asSentence(serviceMessage)}`,
		advice,
		details.reason === 'contactNotFound' &&
			next !== 'model' &&
			(next === 'continue'
				? `${skipMissing}.`
				: `${skipMissing}, or 'On Error' to 'Continue' in the node's settings.`),
		...partlyDoneSentences(details),
		messages && messages.sent > 0 && resendWarning(messages.sent),
		isKeyKept && keyKept,
	];
	return { title, advice: sentences.filter(Boolean).join(' ') };
}

function textFor<Reason extends ApiErrorReason>(
	reason: Reason,
	details: DetailsOf<Reason>,
	next: AfterFailure,
): ErrorText {
	const [title, advice] = texts[reason](details);
	const again = readAgain[next];
	const ofTrigger = again === undefined ? undefined : triggerAdvice[reason]?.(details, again);
	return [title, ofTrigger ?? advice];
}

function resendWarning(sent: number): string {
	return `Running the item again resends ${sent === 1 ? 'it' : 'them'}, unless 'Send Once per Contact' or 'Send Once per Key' was on.`;
}
