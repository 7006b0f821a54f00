import { ApiError } from '../api/apiError';

/** A time for people: whole minutes from two minutes on, else whole seconds. */
export function describeTime(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1_000);
	return seconds < 120 ? `${String(seconds)} s` : `${String(Math.ceil(seconds / 60))} min`;
}

const advice =
	'Other systems may be using the same token. Lower the rates in the credential, or run the workflow again later.';

/**
 * The failure of a call that the service still refuses.
 *
 * @param waited how long the call has waited since it was first refused, in milliseconds
 */
export function stillRateLimited(refusal: ApiError, waited: number): ApiError {
	const { status, serviceMessage, retryAfterMilliseconds: asked } = refusal;
	return new ApiError({
		reason: 'rateLimited',
		outcome: 'notDone',
		status,
		serviceMessage,
		retryAfterMilliseconds: asked,
		title:
			waited === 0 ? 'Rate limit exceeded' : `Still rate-limited after ${describeTime(waited)}`,
		advice:
			asked === undefined
				? advice
				: `The service asks to wait another ${describeTime(asked)}. ${advice}`,
	});
}

/** The failure of a call that was not made, because the service had refused all others for long. */
export function refusedAltogether(): ApiError {
	return new ApiError({
		reason: 'rateLimited',
		outcome: 'notDone',
		title: 'The service has refused all calls for minutes: too many requests',
		advice,
	});
}
