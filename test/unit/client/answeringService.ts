import type { ApiResponse } from '../../../nodes/ChannelMessaging/client/readResponse';
import type { SendRequest, ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';

/** Returns a function that returns the same response to every request, and its requests. */
export function answeringService(response: ApiResponse): {
	callApi: SendRequest;
	calls: ChannelRequest[];
} {
	const calls: ChannelRequest[] = [];
	const callApi: SendRequest = async (request) => {
		calls.push(request);
		return await Promise.resolve(response);
	};
	return { callApi, calls };
}
