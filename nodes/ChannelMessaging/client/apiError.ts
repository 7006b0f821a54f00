import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import type { ExceededLimit } from './jsonOutline';
import type { RateLimitBucket } from '../rateLimit/timings';

/**
 * The outcome of a failed request. `notDone`: the service rejected or never received the request.
 * `unknown`: the request was sent, and the service may have processed it.
 */
export type RequestOutcome = 'notDone' | 'unknown';

interface AmbiguousContact {
	name: string;
	contactId: string;
}

export type Expected = 'contact' | 'contactsOnly' | 'json' | 'list';

/** All durations are in milliseconds. */
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
	/** `code` is an operating system error code, such as `ECONNREFUSED`, or an empty string. */
	| { reason: 'connectionLost' | 'notConnected' | 'untrustedConnection'; code: string }
	| { reason: 'timedOut'; timeoutMs: number }
	/** `cause` is the error message from n8n. */
	| { reason: 'keyNotRecorded' | 'requestNotMade'; cause: string }
	| { reason: 'unexpectedError'; cause: string }
	/** `matches` contains only the first few matching contacts. */
	| ({
			reason: 'contactAmbiguous';
			count: number;
			matches: readonly AmbiguousContact[];
	  } & CustomFieldReference)
	/** The service found contacts, but none of them has exactly the searched value. */
	| ({ reason: 'contactInexact'; count: number } & CustomFieldReference)
	/** The value moved to another contact between the search and the request. */
	| ({ reason: 'contactChanged' } & CustomFieldReference)
	/**
	 * The contact may exist, because an earlier request with an unknown outcome may have created it.
	 */
	| ({ reason: 'contactDoubtful' } & CustomFieldReference)
	/**
	 * `searched` is `undefined` if the contact was requested by ID. `acceptsOnlyIds`: the channel
	 * doesn't accept a phone number or an email address in place of an ID.
	 */
	| { reason: 'contactNotFound'; searched?: CustomFieldReference; acceptsOnlyIds?: boolean }
	| { reason: 'contactTagged' | 'optedOut'; tag: string; contactId: string }
	/** `sendAt` is the next time within the sending hours, in ISO 8601 with an offset. */
	| { reason: 'outsideHours'; sendAt: string }
	/** `zone` is the value of the contact's custom field `timezone`. */
	| { reason: 'timeZoneUnknown'; zone: string }
	| { reason: 'fieldNotReturned'; name: string }
	/** `address` is the origin of a question's link, and `code` an error code or an empty string. */
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
	/** `contactName` is empty if the contact has no name. */
	| { reason: 'questionOpen'; contactName: string; workflow: string }
	| ({ reason: 'tooManyMatch'; maxMatches: number } & CustomFieldReference)
	/** The search for a single contact returned more contacts than the node compares. */
	| ({ reason: 'tooManySimilar'; count: number } & CustomFieldReference)
	/** The service reports `total` contacts, but the list kept changing while it was read. */
	| { reason: 'listChanges'; found: number; total: number }
	| { reason: 'listTooLong'; pages: number; contacts: number; bytes: number }
	| { reason: 'pagesRepeat'; page: number }
	/**
	 * `waitedMs` is how long the execution waited while the service accepted no requests.
	 * `retryAfterMs` is the delay from the `Retry-After` header.
	 */
	| { reason: 'rateLimited'; waitedMs: number; retryAfterMs: number | undefined }
	/** `waitedMs` is how long the execution waited while requests had unknown outcomes. */
	| { reason: 'serviceFailing'; waitedMs: number }
	| { reason: 'limitUsedUp'; bucket: RateLimitBucket; limit: number; waitMs: number }
	| { reason: 'responseTooLarge'; exceeded: ExceededLimit }
	| { reason: 'unreadable'; expected: Expected; excerpt: string };

export type ApiErrorReason = Cause['reason'];

interface Circumstances {
	outcome: RequestOutcome;
	/** The HTTP status, or `undefined` if the service didn't respond. */
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
	 * The progress of an item with *Further Messages*. `skipped` counts messages whose idempotency
	 * key was already used. `failing` is the outcome of the failed message.
	 */
	messages?: { count: number; sent: number; skipped: number; failing: RequestOutcome };
	/**
	 * A contact that was saved without its tags. `tagging` is the outcome of the request to add the
	 * tags.
	 */
	saved?: { done: 'created' | 'updated'; contactId: string; tagging: RequestOutcome };
	contactId?: string;
	/** The message wasn't sent, but n8n's database still contains its idempotency key. */
	isKeyKept?: true;
}

export type ApiErrorDetails = Cause & Circumstances;

/** The error of a failed request. `apiErrorText` returns the error message for users. */
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

	get status(): number | undefined {
		return this.details.status;
	}

	with(changes: Partial<Circumstances>): ApiError {
		return new ApiError({ ...this.details, ...changes });
	}
}

/**
 * The default outcome is `unknown`, because the node's own code can throw an exception after a
 * request was sent.
 */
export function unexpectedError(thrown: unknown, outcome: RequestOutcome = 'unknown'): ApiError {
	if (thrown instanceof ApiError) return thrown;
	const cause = thrown instanceof Error ? thrown.message : String(thrown);
	return new ApiError({ reason: 'unexpectedError', outcome, cause });
}

export function notStarted(): ApiError {
	return new ApiError({ reason: 'cancelled', outcome: 'notDone' });
}
