import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';

/** What a call failed with. Anything but an `ApiError` makes the test fail. */
export async function apiErrorOf(call: Promise<unknown>): Promise<ApiError> {
	let result: unknown;
	try {
		result = await call;
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
	throw new Error(`Should have failed, but gave ${JSON.stringify(result)}`);
}
