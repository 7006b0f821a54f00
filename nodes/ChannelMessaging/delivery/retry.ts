import type { ChannelCall } from '../channel/call';
import type { ChannelFailure } from '../channel/failure';

/** How often one call is made at most, the first time included. */
export const attempts = {
	/** Every 429 is a refusal, so going on loses nothing; a service that only refuses is given up on. */
	rateLimited: 7,
	/** The same where the service says when to come back: beside others it may take many tries. */
	rateLimitedAndAsked: 60,
	/** Of calls that failed in a way in which they may be repeated. */
	failed: 3,
} as const;

/** What to do about a failed call. */
export type RetryDecision =
	| { kind: 'giveUp' }
	/** The whole lane waits, then the call goes again. */
	| { kind: 'laneWaits' }
	/** Only this call waits. */
	| { kind: 'callWaits' };

/**
 * Which failure may be repeated. What may have been done is repeated only where doing it twice
 * changes nothing: a message that may have gone out is never sent again without being asked to.
 *
 * @param attempt how often the call has been made, 1 after the first time
 */
export function decideRetry(
	call: Pick<ChannelCall, 'repeatable'>,
	failure: Pick<ChannelFailure, 'reason' | 'effect'> & { readonly retryAfter?: string | undefined },
	attempt: number,
): RetryDecision {
	switch (failure.reason) {
		case 'rateLimited':
			return attempt < mostRefusals(failure.retryAfter)
				? { kind: 'laneWaits' }
				: { kind: 'giveUp' };
		case 'notConnected':
			return attempt < attempts.failed ? { kind: 'callWaits' } : { kind: 'giveUp' };
		case 'connectionLost':
		case 'serverFault':
		case 'timedOut':
			return call.repeatable && attempt < attempts.failed
				? { kind: 'callWaits' }
				: { kind: 'giveUp' };
		case 'cancelled':
		case 'contactAmbiguous':
		case 'contactDoubtful':
		case 'contactNotFound':
		case 'keyNotRecorded':
		case 'listTooLong':
		case 'methodNotAllowed':
		case 'pagesRepeat':
		case 'redirected':
		case 'refused':
		case 'requestNotMade':
		case 'tokenInvalid':
		case 'unreadable':
		case 'untrustedConnection':
		case 'wrongFileKind':
			return { kind: 'giveUp' };
	}
}

function mostRefusals(retryAfter: string | undefined): number {
	const isAsked = retryAfter !== undefined && Number(retryAfter) !== 0;
	return isAsked ? attempts.rateLimitedAndAsked : attempts.rateLimited;
}
