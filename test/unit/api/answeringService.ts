import type { ChannelCall, CallApi } from '../../../nodes/ChannelMessaging/api/call';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/api/response';

/** A service that gives the same answer to every call, and the calls that it got. */
export function answeringService(answer: ApiResponse): { callApi: CallApi; calls: ChannelCall[] } {
	const calls: ChannelCall[] = [];
	const callApi: CallApi = (call) => {
		calls.push(call);
		return Promise.resolve(answer);
	};
	return { callApi, calls };
}
