import { ApiError } from './apiError';

/** The error of a call that was not made, because the execution was cancelled or stopped. */
export function notStarted(): ApiError {
	return new ApiError({ reason: 'cancelled', outcome: 'notDone' });
}
