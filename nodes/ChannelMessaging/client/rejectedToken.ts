import { ApiError } from './apiError';
import type { ApiResponse } from './apiResponse';
import type { ChannelSession } from './channelSession';

/** Stops the session after a 401, because all further requests would be rejected as well. */
export function stopIfTokenRejected(session: ChannelSession, result: ApiResponse | ApiError): void {
	if (!(result instanceof ApiError) || result.reason !== 'tokenInvalid') return;
	session.tokenError = result;
	session.cancellation.stop();
}
