import { ApiError } from '../client/apiError';
import type { SendRequest } from '../client/types';
import type { WaitLimit } from './question';
import { hasPassed } from './waitLimit';

/**
 * Wraps `send`, so that a question isn't sent after its wait limit, which can pass while the
 * request waits for the rate limit.
 */
export function withinWaitLimit(send: SendRequest, limit: WaitLimit): SendRequest {
	const waitLimitPassed = new ApiError({ reason: 'waitLimitPassed', outcome: 'notDone' });
	return async (request, options) =>
		await send(request, {
			...options,
			beforeAttempt: async () =>
				await Promise.resolve(hasPassed(limit) ? waitLimitPassed : undefined),
		});
}
