import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import type { ChannelCall, RawAnswer } from '../channel/call';
import { isRecord } from '../channel/record';
import type { Request } from '../delivery/place';
import { connectionFailure } from './connectionFailure';
import { type ChannelCredential, credentialName } from './credential';

/**
 * Makes calls by way of n8n's authenticated request, which puts the token into the header. Statuses
 * are looked at by the channel, not by n8n, which would repeat a 401 and replace the service's words.
 * Redirects are not followed, so that the token goes to the credential's own address only.
 */
export function createRequest(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	{ baseUrl, decrypted }: ChannelCredential,
): Request {
	return async (call, timeout, departed) => {
		const options: IHttpRequestOptions = {
			method: call.method,
			url: `${baseUrl}${call.path}${queryOf(call)}`,
			headers: {
				Accept: 'application/json',
				...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			...(call.body === undefined ? {} : { body: noticed(call.body, departed) }),
			encoding: 'text',
			timeout,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		try {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialName,
				options,
				{ credentialsDecrypted: decrypted },
			);
			return answerOf(response);
		} catch (error) {
			return connectionFailure(error, timeout);
		}
	};
}

function queryOf({ query }: ChannelCall): string {
	if (query === undefined) return '';
	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return `?${pairs.join('&')}`;
}

/**
 * The body, which notices when it is written as JSON: that is the last thing before the connection.
 * Between the permit and this moment n8n does other things, now for a millisecond, now for fifty,
 * and the rate limit counts arrivals.
 */
function noticed(body: IDataObject, departed: () => void): object {
	return {
		toJSON: () => {
			departed();
			return body;
		},
	};
}

function answerOf(response: unknown): RawAnswer {
	const { statusCode, headers, body } = isRecord(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isRecord(headers) ? headers : {},
		text: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
	};
}
