import type { RequestOutcome } from '../apiError';

// Advice that several errors share.

export const checkChannel =
	'The request may or may not have been processed. Check the channel before you run this item again';

const runAgain = 'Nothing was changed. Run this item again later';

export const checkBaseUrl =
	"Check 'Base URL' in the credential: it must be the address of the service.";

export function whatNext(outcome: RequestOutcome): string {
	return outcome === 'unknown' ? checkChannel : runAgain;
}
