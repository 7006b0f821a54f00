import {
	ApiError,
	type CallOutcome,
	type ApiErrorReason,
} from '../../../nodes/ChannelMessaging/api/apiError';

/** A failure whose words don't matter. */
export function apiErrorWith(reason: ApiErrorReason, outcome: CallOutcome): ApiError {
	return new ApiError({ reason, outcome, title: 'It did not work', advice: 'Try again.' });
}
