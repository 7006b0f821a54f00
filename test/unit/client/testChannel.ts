import type { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import type { ChannelType } from '../../../nodes/ChannelMessaging/client/channelType';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/client/apiResponse';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';

/** The response to a request, or its error. */
export type Result = ApiResponse | ApiError;

/** Returns a channel that receives results in turn, and repeats the last one, and its requests. */
export function testChannel(type: ChannelType, result: Result, ...further: Result[]) {
	const requests: ChannelRequest[] = [];
	const send = async (request: ChannelRequest): Promise<Result> => {
		requests.push(request);
		const received = result;
		result = further.shift() ?? result;
		return await Promise.resolve(received);
	};
	return { channel: createChannel(send, type), requests };
}
