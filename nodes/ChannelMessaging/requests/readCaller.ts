import { ApiError } from '../api/apiError';
import type { CallApi } from '../api/call';
import { type CallContext, callWithRetry } from './callWithRetry';

/**
 * Makes calls that only read: a further try of the run makes them again.
 *
 * @param timeout milliseconds until each attempt is given up
 */
export function readCallerFor(calls: CallContext, timeout: number): CallApi {
	return async (call) => {
		const result = await callWithRetry(calls, call, { timeout, formerError: undefined });
		if (result instanceof ApiError) throw result;
		return result;
	};
}
