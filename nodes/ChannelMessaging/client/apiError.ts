import type { IDataObject } from 'n8n-workflow';

import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { ExceededLimit } from './scanJson';
import type { RateLimitBucket } from '../rateLimit/rateLimitBucket';

/**
 * `notDone`: the service rejected the request or never received it. `unknown`: the request was
 * sent, so the service may have processed it.
 */
export type RequestOutcome = 'notDone' | 'unknown';

interface AmbiguousContact {
	name: string;
	contactId: string;
}

export type Expected = 'contact' | 'contactsOnly' | 'json' | 'list';

type Cause =
	| {
			reason:
				| 'cancelled'
				| 'contactWithoutId'
				| 'outputTooLarge'
				| 'tagsNotReturned'
				| 'waitLimitPassed'
				| 'wrongFileKind';
	  }
	| { reason: 'methodNotAllowed' | 'redirected' | 'rejected' | 'tokenInvalid' }
	| { reason: 'serverFault'; retryAfterMs?: number | undefined }
	/** `code` is an error code such as `ECONNREFUSED`, or an empty string. */
	| { reason: 'connectionLost' | 'notConnected' | 'untrustedConnection'; code: string }
	| { reason: 'timedOut'; timeoutMs: number }
	/** `cause` is n8n's error message. */
	| { reason: 'keyNotRecorded' | 'requestNotMade'; cause: string }
	| { reason: 'unexpectedError'; cause: string }
	/** `matches` contains only the first few of the `count` contacts. */
	| ({
			reason: 'contactAmbiguous';
			count: number;
			matches: readonly AmbiguousContact[];
	  } & CustomFieldReference)
	/** The search returned contacts, but none of them has exactly this value. */
	| ({ reason: 'contactInexact'; count: number } & CustomFieldReference)
	/** The value moved to another contact after the search. */
	| ({ reason: 'contactChanged' } & CustomFieldReference)
	/** An earlier request with an unknown outcome may have created the contact. */
	| ({ reason: 'contactDoubtful' } & CustomFieldReference)
	/**
	 * `searched` is missing if the contact was selected by ID. `acceptsOnlyIds` means that the
	 * channel doesn't accept phone numbers or email addresses in place of IDs.
	 */
	| { reason: 'contactNotFound'; searched?: CustomFieldReference; acceptsOnlyIds?: boolean }
	| { reason: 'contactTagged' | 'optedOut'; tag: string; contactId: string }
	/** `sendAt` is an ISO 8601 date and time with a UTC offset. */
	| { reason: 'outsideHours'; sendAt: string }
	/** `zone` is the value of the contact's custom field `timezone`. */
	| { reason: 'timeZoneUnknown'; zone: string }
	| { reason: 'fieldNotReturned' | 'valueRounded'; name: string }
	/** `address` is the link's origin. `code` is an error code, or an empty string. */
	| { reason: 'linkNotReached'; address: string; code: string }
	| { reason: 'linkRejected'; address: string }
	| { reason: 'questionFieldUsed'; field: string }
	/** The lengths of the encrypted question and of the value that the channel returned. */
	| {
			reason: 'questionNotSaved';
			field: string;
			found: 'cut' | 'ignored' | 'otherQuestion';
			length: number;
			savedLength: number;
	  }
	/** `contactName` can be empty. */
	| { reason: 'questionOpen'; contactName: string; workflow: string }
	| ({ reason: 'tooManyMatch'; maxMatches: number } & CustomFieldReference)
	/** The search found more contacts than the node can compare. */
	| ({ reason: 'tooManySimilar'; count: number } & CustomFieldReference)
	/** `total` is the number of contacts as reported by the service. */
	| { reason: 'listChanges'; found: number; total: number }
	| { reason: 'listTooLong'; pages: number; contacts: number; bytes: number }
	| { reason: 'pagesRepeat'; page: number }
	/**
	 * `waitedMs` is how long the execution waited for the service to accept a request. `retryAfterMs`
	 * is the value of the `Retry-After` header.
	 */
	| { reason: 'rateLimited'; waitedMs: number; retryAfterMs: number | undefined }
	/** `waitedMs` is how long the execution waited for the service to pass a test. */
	| { reason: 'serviceFailing'; waitedMs: number }
	| { reason: 'limitUsedUp'; bucket: RateLimitBucket; limit: number; waitMs: number }
	| { reason: 'responseTooLarge'; exceeded: ExceededLimit }
	| { reason: 'unreadable'; expected: Expected; excerpt: string };

export type ApiErrorReason = Cause['reason'];

interface Circumstances {
	outcome: RequestOutcome;
	/** The HTTP status. Missing if the service didn't respond. */
	status?: number;
	serviceMessage?: string;
	/** The progress of an item that requires several requests. */
	progress?: {
		requests: number;
		requestsDone: number;
		entries: number;
		entriesDone: number;
		noun: string;
	};
	/**
	 * The progress of an item with *Further Messages*. `skipped` counts the messages that weren't sent
	 * because of their idempotency key, and `failing` is the outcome of the message that failed.
	 */
	messages?: {
		count: number;
		sent: number;
		skipped: number;
		failing: RequestOutcome;
		/** The outputs of the messages that preceded the failed message. */
		outputs: readonly IDataObject[];
	};
	/**
	 * Set if a contact was saved without its tags. `tagging` is the outcome of the request that adds
	 * the tags.
	 */
	saved?: { done: 'created' | 'updated'; contactId: string; tagging: RequestOutcome };
	contactId?: string;
	/** Set if a message wasn't sent but its idempotency key is still in n8n's database. */
	isKeyKept?: true;
}

export type ApiErrorDetails = Cause & Circumstances;

/** Use `apiErrorText` to get the text for users. */
export class ApiError extends Error {
	constructor(readonly details: ApiErrorDetails) {
		super(details.reason);
		this.name = 'ApiError';
	}

	get reason(): ApiErrorReason {
		return this.details.reason;
	}

	get outcome(): RequestOutcome {
		return this.details.outcome;
	}

	/** Unlike `outcome`, this ignores the item's messages that were already sent. */
	get requestOutcome(): RequestOutcome {
		return this.details.messages?.failing ?? this.outcome;
	}

	get status(): number | undefined {
		return this.details.status;
	}

	with(changes: Partial<Circumstances>): ApiError {
		return new ApiError({ ...this.details, ...changes });
	}
}

export function hasUnknownOutcome(error: unknown): error is ApiError {
	return error instanceof ApiError && error.outcome === 'unknown';
}

/**
 * Converts any thrown value to an `ApiError`. The outcome defaults to `unknown`, because the node's
 * own code can throw after a request was sent.
 */
export function unexpectedError(thrown: unknown, outcome: RequestOutcome = 'unknown'): ApiError {
	if (thrown instanceof ApiError) return thrown;
	const cause = thrown instanceof Error ? thrown.message : String(thrown);
	return new ApiError({ reason: 'unexpectedError', outcome, cause });
}

export function notStarted(): ApiError {
	return new ApiError({ reason: 'cancelled', outcome: 'notDone' });
}
