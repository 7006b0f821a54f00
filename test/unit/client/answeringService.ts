import type { ApiResponse } from '../../../nodes/ChannelMessaging/client/response';
import type { SendRequest, ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';

/** A service that gives the same answer to every call, and the calls that it got. */
export function answeringService(answer: ApiResponse): {
	callApi: SendRequest;
	calls: ChannelRequest[];
} {
	const calls: ChannelRequest[] = [];
	const callApi: SendRequest = (call) => {
		calls.push(call);
		return Promise.resolve(answer);
	};
	return { callApi, calls };
}
