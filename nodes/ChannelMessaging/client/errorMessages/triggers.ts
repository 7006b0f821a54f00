import type { ApiErrorReason } from '../apiError';
import { lostConnectionAdvice } from './connections';
import type { DetailsOf } from './errorTextTypes';
import { checkBaseUrl } from './nextSteps';
import { responseErrors } from './responses';
import { asSentence } from './sentences';

/** Advice for errors in triggers, whose titles are the same as in other nodes. */
export const triggerAdvice: {
	[Reason in ApiErrorReason]?: (details: DetailsOf<Reason>, again: string) => string;
} = {
	connectionLost: ({ code }, again) => lostConnectionAdvice(code, again),
	fieldNotReturned: () =>
		"Therefore, the trigger can't check which contacts have exactly this value. Check the name of the custom field in 'Match On', or choose one that the service's responses contain.",
	listChanges: (_, again) => `${again}.`,
	listTooLong: () => "Choose a 'Match Value' that fewer contacts have.",
	pagesRepeat: (_, again) =>
		`The list may never end. ${again}. If this happens every time, report this to the provider of the service.`,
	rateLimited: (_, again) =>
		`${again}. Other systems may be using the same token. Lower the rates in the credential, or choose longer intervals in 'Poll Times'.`,
	redirected: (details) => responseErrors.redirected({ ...details, outcome: 'notDone' })[1],
	rejected: () => "Check 'Match On', 'Match Value', and the credential.",
	responseTooLarge: (_, again) => `The trigger stopped reading it. ${again}. ${checkBaseUrl}`,
	serverFault: (_, again) => `${again}.`,
	serviceFailing: (_, again) => `${again}.`,
	timedOut: (_, again) => `${again}.`,
	unexpectedError: ({ cause }) =>
		`Cause: ${asSentence(cause)} Report the cause to the node's maintainers.`,
	unreadable: (details) => responseErrors.unreadable({ ...details, outcome: 'notDone' })[1],
};
