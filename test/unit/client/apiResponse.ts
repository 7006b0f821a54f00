import { parseResponse } from '../../../nodes/ChannelMessaging/client/parseResponse';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/client/apiResponse';

/** Returns a response with a JSON body. */
export function apiResponse(
	body: unknown,
	status = 200,
	headers: Readonly<Record<string, unknown>> = {},
): ApiResponse {
	const text = JSON.stringify(body);
	return parseResponse({ status, headers, bytes: text.length, text });
}

/** Returns a response with any body. */
export function textResponse(text: string, status = 200): ApiResponse {
	return parseResponse({ status, headers: {}, bytes: text.length, text });
}
