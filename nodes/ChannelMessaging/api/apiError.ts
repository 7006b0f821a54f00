/**
 * What is known about the outcome of a call that didn't succeed: `notDone`, the service refused it or
 * never got it; `unsure`, it was written to the connection and may have been done.
 */
export type CallOutcome = 'notDone' | 'unknown';

export type ApiErrorReason =
	| 'cancelled'
	| 'connectionLost'
	| 'contactAmbiguous'
	| 'contactDoubtful'
	| 'contactNotFound'
	| 'keyNotRecorded'
	| 'listTooLong'
	| 'methodNotAllowed'
	| 'notConnected'
	| 'pagesRepeat'
	| 'rateLimited'
	| 'redirected'
	| 'refused'
	| 'requestNotMade'
	| 'serverFault'
	| 'timedOut'
	| 'tokenInvalid'
	| 'unreadable'
	| 'untrustedConnection'
	| 'wrongFileKind';

interface ApiErrorDetails {
	reason: ApiErrorReason;
	outcome: CallOutcome;
	/** What happened, as a title. */
	title: string;
	/** What to do about it. */
	advice: string;
	/** HTTP status, where the service answered. */
	status?: number | undefined;
	/** The service's own words, where it gave any. */
	serviceMessage?: string | undefined;
	/** The wait that a 429 asks for, in milliseconds, where it does. */
	retryAfterMilliseconds?: number | undefined;
}

/** A call that didn't succeed, told in words for a person. Knows nothing of n8n or of the token. */
export class ApiError extends Error {
	readonly reason: ApiErrorReason;
	readonly outcome: CallOutcome;
	readonly advice: string;
	readonly status: number | undefined;
	readonly serviceMessage: string | undefined;
	readonly retryAfterMilliseconds: number | undefined;

	constructor(details: ApiErrorDetails) {
		super(details.title);
		this.name = 'ApiError';
		this.reason = details.reason;
		this.outcome = details.outcome;
		this.advice = details.advice;
		this.status = details.status;
		this.serviceMessage = details.serviceMessage;
		this.retryAfterMilliseconds = details.retryAfterMilliseconds;
	}

	/**
	 * The same failure of a call that was one of several, with what had been done before it.
	 *
	 * @param somethingDone whether it was not the first: then the whole may be done in part
	 */
	partWay(soFar: string, somethingDone: boolean): ApiError {
		const { reason, message, advice, outcome, status, serviceMessage, retryAfterMilliseconds } =
			this;
		return new ApiError({
			reason,
			outcome: somethingDone ? 'unknown' : outcome,
			title: message,
			advice: `${advice} ${soFar}`,
			status,
			serviceMessage,
			retryAfterMilliseconds,
		});
	}

	/** Advice with the service's own words, which otherwise would be lost. */
	get description(): string {
		if (this.serviceMessage === undefined) return this.advice;
		const stop = /[.!?]$/.test(this.serviceMessage) ? '' : '.';
		return `The service said: ${this.serviceMessage}${stop} ${this.advice}`;
	}
}
