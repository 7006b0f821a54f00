import { parseResponse } from '../../../nodes/ChannelMessaging/client/parseResponse';
import { responseError } from '../../../nodes/ChannelMessaging/client/responseError';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { respond } from '../../support/service/api/respond';
import type { Channel } from '../../support/service/channel';
import type { Result } from './testChannel';

/**
 * Returns the local service's response as the package reads it, without HTTP.
 *
 * @param at the time of arrival, in milliseconds since the epoch
 */
export function localResponse(
	service: Channel,
	{ method, path, query, body }: ChannelRequest,
	at: number,
): Result {
	const { response } = respond(service, {
		...{ at, method, host: 'channel.example.com', authorization: `Bearer ${service.token}` },
		path: query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`,
		body: body && JSON.stringify(body),
		contentType: body && 'application/json',
	});
	if (response === undefined) throw new Error('The service did not respond');
	const { status, headers, body: text } = response;
	const received = parseResponse({ status, headers, bytes: text.length, text });
	return responseError(received) ?? received;
}
