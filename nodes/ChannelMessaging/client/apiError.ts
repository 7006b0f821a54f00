import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import type { RateLimitBucket } from '../rateLimit/rateLimits';

/**
 * The outcome of a failed request. `notDone`: the service rejected or never received the request.
 * `unknown`: the request was sent, and the service may have processed it.
 */
export type RequestOutcome = 'notDone' | 'unknown';

interface AmbiguousContact {
	/** Empty if the contact has no name. */
	name: string;
	contactId: string;
}

export type Expected = 'contact' | 'contactsOnly' | 'json' | 'list';

/** Times are in milliseconds. */
type Cause =
	| {
			reason:
				| 'cancelled'
				| 'contactWithoutId'
				| 'tagsNotReturned'
				| 'waitLimitPassed'
				| 'wrongFileKind';
	  }
	| { reason: 'methodNotAllowed' | 'redirected' | 'rejected' | 'serverFault' | 'tokenInvalid' }
	/**
	 * `code` is an error code of the operating system, such as `ECONNREFUSED`, or an empty string.
	 */
	| { reason: 'connectionLost' | 'notConnected' | 'untrustedConnection'; code: string }
	| { reason: 'timedOut'; timeoutMs: number }
	/** `cause` is n8n's error message. */
	| { reason: 'keyNotRecorded' | 'requestNotMade'; cause: string }
	/** An exception in the node's own code. */
	| { reason: 'unexpectedError'; cause: string }
	/** `matches` contains only the first few contacts. */
	| ({
			reason: 'contactAmbiguous';
			count: number;
			matches: readonly AmbiguousContact[];
	  } & CustomFieldReference)
	/** The service's search found only contacts with another value. */
	| ({ reason: 'contactInexact'; count: number } & CustomFieldReference)
	/** A request with an unknown outcome may have created the contact. */
	| ({ reason: 'contactDoubtful' } & CustomFieldReference)
	/** `searched` is `undefined` if the contact was requested by ID. */
	| { reason: 'contactNotFound'; searched?: CustomFieldReference }
	| { reason: 'contactTagged'; tag: string; contactId: string }
	| { reason: 'fieldNotReturned'; name: string }
	| ({ reason: 'tooManyMatch'; maxMatches: number } & CustomFieldReference)
	/** A search for one contact finds more contacts than the node compares. */
	| ({ reason: 'tooManySimilar'; count: number } & CustomFieldReference)
	| { reason: 'listTooLong'; pages: number; contacts: number }
	| { reason: 'pagesRepeat'; page: number }
	/**
	 * `waitedMs` is the time since the first 429 response, and `retryAfterMs` is the delay from the
	 * `Retry-After` header.
	 */
	| { reason: 'rateLimited'; waitedMs: number; retryAfterMs: number | undefined }
	| { reason: 'limitUsedUp'; bucket: RateLimitBucket; limit: number; waitMs: number }
	| { reason: 'responseTooLarge'; megabytes: number }
	| { reason: 'unreadable'; expected: Expected; excerpt: string };

export type ApiErrorReason = Cause['reason'];

interface Circumstances {
	outcome: RequestOutcome;
	/** `undefined` if the service didn't respond. */
	status?: number;
	serviceMessage?: string;
	/** The progress of an item that sends several requests. */
	progress?: {
		requests: number;
		requestsDone: number;
		entries: number;
		entriesDone: number;
		noun: string;
	};
	/**
	 * The messages of an item with *Further Messages*. `skipped` messages had a known key, and
	 * `failing` is the outcome of the one that failed.
	 */
	messages?: { count: number; sent: number; skipped: number; failing: RequestOutcome };
	/**
	 * Details of a contact that was saved without its tags. `tagging` is the outcome of the request
	 * that adds tags.
	 */
	saved?: { done: 'created' | 'updated'; contactId: string; tagging: RequestOutcome };
	contactId?: string;
	/** The message wasn't sent, but n8n's database still contains its idempotency key. */
	isKeyKept?: true;
}

export type ApiErrorDetails = Cause & Circumstances;

/** The error of a failed request. `apiErrorText` returns its text for users. */
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
 * The default outcome is `unknown`, because an exception in the node's own code can be thrown after
 * a request was sent.
 */
export function unexpectedError(thrown: unknown, outcome: RequestOutcome = 'unknown'): ApiError {
	if (thrown instanceof ApiError) return thrown;
	const cause = thrown instanceof Error ? thrown.message : String(thrown);
	return new ApiError({ reason: 'unexpectedError', outcome, cause });
}

export function notStarted(): ApiError {
	return new ApiError({ reason: 'cancelled', outcome: 'notDone' });
}
