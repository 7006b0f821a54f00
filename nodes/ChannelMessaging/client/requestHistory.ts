import type { ApiError } from './apiError';

/** Failed attempts of a single request. */
export class RequestHistory {
	/** Doesn't include 429 responses. */
	failures = 0;

	rejections = 0;

	latest: ApiError | undefined;

	/** @param unknown the error of the node's previous attempt, if the service may have processed it */
	constructor(private unknown: ApiError | undefined) {}

	add(error: ApiError): void {
		this.latest = error;
		if (error.outcome === 'unknown') this.unknown = error;
		if (error.reason === 'rateLimited') this.rejections += 1;
		else this.failures += 1;
	}

	/**
	 * Returns the error to report if there is no further attempt. An unknown outcome has priority
	 * over later errors, because the service may have processed that attempt.
	 */
	failure(error: ApiError): ApiError {
		return this.unknown ?? error;
	}
}
