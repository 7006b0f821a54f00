import { ApiError } from '../client/apiError';
import type { SendRequest } from '../client/types';
import type { WaitLimit } from './question';
import { hasPassed } from './waitLimit';

/**
 * Wraps `send`, because a rate limit can delay a question past its wait limit. The question is then
 * no longer sent.
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
