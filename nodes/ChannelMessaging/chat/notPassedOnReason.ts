import type { LinkState } from './linkState';
import type { SavedQuestion } from './sealedQuestion';

/** Workflows compare these values, so they must not change. */
export type NotPassedOnReason =
	| 'alreadyAnswered'
	| 'deleted'
	| 'expired'
	| 'noQuestion'
	| 'notAReply';

/** Returns why a question's link didn't accept the reply. */
export function notPassedOnReason(
	{ state }: LinkState,
	{ expiresAt }: Pick<SavedQuestion, 'expiresAt'>,
): NotPassedOnReason {
	if (state === 'notAReply' || state === 'deleted' || state === 'expired') return state;
	// When the wait limit is reached, n8n resumes the execution itself and responds as if the
	// question had been answered.
	return Date.now() >= expiresAt ? 'expired' : 'alreadyAnswered';
}
