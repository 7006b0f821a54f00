import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import type { ExceededLimit } from './jsonOutline';
import type { RateLimitBucket } from '../rateLimit/timings';

/**
 * `notDone`: the service rejected the request or never received it. `unknown`: it was sent and may
 * have been processed.
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
	/** An operating system's error code (`ECONNREFUSED`), or an empty string. */
	| { reason: 'connectionLost' | 'notConnected' | 'untrustedConnection'; code: string }
	| { reason: 'timedOut'; timeoutMs: number }
	/** `cause` is n8n's error message. */
	| { reason: 'keyNotRecorded' | 'requestNotMade'; cause: string }
	| { reason: 'unexpectedError'; cause: string }
	/** `matches` has the first few only. */
	| ({
			reason: 'contactAmbiguous';
			count: number;
			matches: readonly AmbiguousContact[];
	  } & CustomFieldReference)
	/** Contacts were found, but with other values. */
	| ({ reason: 'contactInexact'; count: number } & CustomFieldReference)
	/** Between the search and the request, the value moved to another contact. */
	| ({ reason: 'contactChanged' } & CustomFieldReference)
	/** An earlier request with an unknown outcome may have created the contact. */
	| ({ reason: 'contactDoubtful' } & CustomFieldReference)
	/**
	 * `searched` is missing for requests by ID. `acceptsOnlyIds`: the channel accepts no phone number
	 * or email address as an ID.
	 */
	| { reason: 'contactNotFound'; searched?: CustomFieldReference; acceptsOnlyIds?: boolean }
	| { reason: 'contactTagged' | 'optedOut'; tag: string; contactId: string }
	/** `sendAt` is in ISO 8601 with an offset. */
	| { reason: 'outsideHours'; sendAt: string }
	/** `zone` is the text in the contact's custom field `timezone`. */
	| { reason: 'timeZoneUnknown'; zone: string }
	| { reason: 'fieldNotReturned'; name: string }
	/** `address` is the origin of the link; `code` can be empty. */
	| { reason: 'linkNotReached'; address: string; code: string }
	| { reason: 'linkRejected'; address: string }
	| { reason: 'questionFieldUsed'; field: string }
	/** Lengths of the encrypted question and of the value that the channel returned. */
	| {
			reason: 'questionNotSaved';
			field: string;
			found: 'cut' | 'ignored' | 'otherQuestion';
			length: number;
			savedLength: number;
	  }
	/** The name can be empty. */
	| { reason: 'questionOpen'; contactName: string; workflow: string }
	| ({ reason: 'tooManyMatch'; maxMatches: number } & CustomFieldReference)
	/** The service found more contacts than the node compares. */
	| ({ reason: 'tooManySimilar'; count: number } & CustomFieldReference)
	/** `total` as reported by the service. */
	| { reason: 'listChanges'; found: number; total: number }
	| { reason: 'listTooLong'; pages: number; contacts: number; bytes: number }
	| { reason: 'pagesRepeat'; page: number }
	/** `waitedMs`: how long nothing was accepted. `retryAfterMs`: from the `Retry-After` header. */
	| { reason: 'rateLimited'; waitedMs: number; retryAfterMs: number | undefined }
	/** How long outcomes were unknown. */
	| { reason: 'serviceFailing'; waitedMs: number }
	| { reason: 'limitUsedUp'; bucket: RateLimitBucket; limit: number; waitMs: number }
	| { reason: 'responseTooLarge'; exceeded: ExceededLimit }
	| { reason: 'unreadable'; expected: Expected; excerpt: string };

export type ApiErrorReason = Cause['reason'];

interface Circumstances {
	outcome: RequestOutcome;
	/** Missing if the service didn't respond. */
	status?: number;
	serviceMessage?: string;
	/** Progress of an item that takes several requests. */
	progress?: {
		requests: number;
		requestsDone: number;
		entries: number;
		entriesDone: number;
		noun: string;
	};
	/**
	 * Of an item with *Further Messages*. `skipped`: because of their idempotency key. `failing`: the
	 * outcome of the failed message.
	 */
	messages?: { count: number; sent: number; skipped: number; failing: RequestOutcome };
	/** Saved, but without its tags. `tagging` is that request's outcome. */
	saved?: { done: 'created' | 'updated'; contactId: string; tagging: RequestOutcome };
	contactId?: string;
	/** n8n's database still has the key of this message, which wasn't sent. */
	isKeyKept?: true;
}

export type ApiErrorDetails = Cause & Circumstances;

/** `apiErrorText` has the texts for users. */
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

/** Our own code can throw after a request was sent, hence `unknown` by default. */
export function unexpectedError(thrown: unknown, outcome: RequestOutcome = 'unknown'): ApiError {
	if (thrown instanceof ApiError) return thrown;
	const cause = thrown instanceof Error ? thrown.message : String(thrown);
	return new ApiError({ reason: 'unexpectedError', outcome, cause });
}

export function notStarted(): ApiError {
	return new ApiError({ reason: 'cancelled', outcome: 'notDone' });
}
