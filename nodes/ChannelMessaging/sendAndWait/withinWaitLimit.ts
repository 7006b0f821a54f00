import { ApiError } from '../client/apiError';
import type { SendRequest } from '../client/sendRequest';
import { hasPassed, type WaitLimit } from './waitLimit';

/**
 * Creates a sender that returns an error instead of sending a request after the wait limit, which
 * can be reached while a question is queued.
 */
export function withinWaitLimit(send: SendRequest, limit: WaitLimit): SendRequest {
	const waitLimitPassed = new ApiError({ reason: 'waitLimitPassed', outcome: 'notDone' });
	return async (request, options) =>
		await send(request, {
			...options,
			beforeAttempt: () => (hasPassed(limit) ? waitLimitPassed : options?.beforeAttempt?.()),
		});
}
