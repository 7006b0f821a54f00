import type { RateLimitBucket } from '../rateLimit/queueRegistry';

/**
 * What is known of a call that didn't succeed: `notDone`, the service refused it or never got it;
 * `unknown`, it was written to the connection and may have been done.
 */
export type CallOutcome = 'notDone' | 'unknown';

/** The contact that was searched by the value of a custom field. */
interface Searched {
	name: string;
	value: string;
}

/** A contact that a search found. */
interface FoundContact {
	/** Empty if the contact has no name. */
	name: string;
	contactId: string;
}

/** What a response should have held. */
export type Expected = 'contact' | 'contactsOnly' | 'json' | 'list';

/** What went wrong, and what is known about it. Times are in milliseconds. */
type Cause =
	| { reason: 'cancelled' | 'contactWithoutId' | 'waitLimitPassed' | 'wrongFileKind' }
	/** Told by the status of the response. */
	| { reason: 'methodNotAllowed' | 'redirected' | 'refused' | 'serverFault' | 'tokenInvalid' }
	/** The system's code, such as ECONNREFUSED; empty where there is none. */
	| { reason: 'connectionLost' | 'notConnected' | 'untrustedConnection'; code: string }
	| { reason: 'timedOut'; timeout: number }
	/** Why, in n8n's words. */
	| { reason: 'keyNotRecorded' | 'requestNotMade'; cause: string }
	/** An exception in the node's own code. */
	| { reason: 'unexpectedError'; cause: string }
	/** Several contacts match. `matches` contains the first ones. */
	| ({ reason: 'contactAmbiguous'; count: number; matches: readonly FoundContact[] } & Searched)
	/** The contacts that the service found show another value. */
	| ({ reason: 'contactInexact'; count: number } & Searched)
	| ({ reason: 'contactDoubtful' } & Searched)
	/** What was searched; undefined where the service doesn't know the contact's identifier. */
	| { reason: 'contactNotFound'; searched?: Searched & { otherSpellings?: readonly string[] } }
	/** More contacts match than a poll follows. */
	| ({ reason: 'tooManyMatch'; most: number } & Searched)
	| { reason: 'listTooLong'; pages: number; contacts: number }
	| { reason: 'pagesRepeat'; page: number }
	/** How long the call has been refused, and how much longer the service asks to wait. */
	| { reason: 'rateLimited'; waited: number; asked: number | undefined }
	/** Somebody at a list in the editor would have to wait too long for the limit. */
	| { reason: 'limitUsedUp'; kind: RateLimitBucket; limit: number; wait: number }
	| { reason: 'responseTooLarge'; megabytes: number }
	| { reason: 'unreadable'; expected: Expected; excerpt: string };

export type ApiErrorReason = Cause['reason'];

interface Circumstances {
	outcome: CallOutcome;
	/** HTTP status, where the service answered. */
	status?: number;
	/** The service's own words, where it gave any. */
	serviceMessage?: string;
	/** How far the calls of an item had come, where it needs several. */
	partWay?: {
		calls: number;
		callsDone: number;
		entries: number;
		entriesDone: number;
		things: string;
	};
	/** What was done to a contact before its tags were to be added, and what is known of those. */
	saved?: { done: 'created' | 'updated'; contactId: string; tagging: CallOutcome };
	/** The ID that the request was for, if the service doesn't have it. */
	contactId?: string;
	/** Whether the key of the message could not be taken out of n8n's store again. */
	isKeyKept?: true;
}

export type ApiErrorDetails = Cause & Circumstances;

/** A call that didn't succeed. What people read of it is made elsewhere (`texts`). */
export class ApiError extends Error {
	constructor(readonly details: ApiErrorDetails) {
		super(details.reason);
		this.name = 'ApiError';
	}

	get reason(): ApiErrorReason {
		return this.details.reason;
	}

	get outcome(): CallOutcome {
		return this.details.outcome;
	}

	get status(): number | undefined {
		return this.details.status;
	}

	/** The same error, with more known about its circumstances. */
	with(changes: Partial<Circumstances>): ApiError {
		return new ApiError({ ...this.details, ...changes });
	}
}

/**
 * Returns an `ApiError` for anything thrown while requests are processed. The outcome of an exception
 * in the node's own code is unknown, because a request may have been written before.
 */
export function unexpectedError(thrown: unknown, outcome: CallOutcome = 'unknown'): ApiError {
	if (thrown instanceof ApiError) return thrown;
	const cause = thrown instanceof Error ? thrown.message : String(thrown);
	return new ApiError({ reason: 'unexpectedError', outcome, cause });
}

/** The error of a call that was not made, because the execution was cancelled or stopped. */
export function notStarted(): ApiError {
	return new ApiError({ reason: 'cancelled', outcome: 'notDone' });
}
