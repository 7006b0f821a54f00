import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';

/** Returns the `ApiError` with which a promise rejects. Rejects if there is another result. */
export async function apiErrorOf(promise: Promise<unknown>): Promise<ApiError> {
	let result: unknown;
	try {
		result = await promise;
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
	throw new Error(`No ApiError, but ${JSON.stringify(result)}`);
}
