import { ApiError } from './apiError';

/** The failure of a call that was not made because the execution was cancelled or stopped. */
export function notStarted(): ApiError {
	return new ApiError({
		reason: 'cancelled',
		outcome: 'notDone',
		title: 'The call was not made, because the execution had been stopped',
		advice: 'Run the workflow again for the items that were left out.',
	});
}
