import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ApiError, notStarted } from '../api/apiError';
import type { ChannelCall, Request } from '../api/call';
import { isRecord } from '../api/record';
import { readResponse } from '../api/response';
import { isDone, toApiError } from '../api/toApiError';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { connectionError, requestNotMade } from './connectionError';
import { type CallingContext, type ChannelCredential, credentialName } from './credential';
import { startDeadline } from './deadline';
import { readBody } from './readBody';
import { redactToken } from './redactToken';

/**
 * Makes calls by way of n8n's authenticated request, which puts the token into the header. n8n is told
 * to leave statuses alone, as it would repeat a 401 and replace the service's words, and to follow no
 * redirects, so that the token stays at its address. Bodies come as streams: n8n sets no limit to
 * their size.
 */
export function createRequest(
	context: CallingContext,
	{ baseUrl, token, decrypted }: ChannelCredential,
	cancelled: CancellationToken,
): Request {
	const hideToken = redactToken(token);
	return async (call, timeout, onWritten) => {
		const { method, path, body: content } = call;
		let isWritten = content === undefined;
		// n8n needs one to fifty milliseconds between the permit and the connection, and the rate limit
		// counts arrivals.
		const body =
			content &&
			observed(content, () => {
				isWritten = true;
				onWritten();
			});
		const deadline = startDeadline(timeout, cancelled);
		const options: IHttpRequestOptions = {
			method,
			url: `${baseUrl}${path}${queryOf(call.query)}`,
			headers: {
				Accept: 'application/json',
				...(content && { 'Content-Type': 'application/json' }),
			},
			...(body && { body }),
			encoding: 'stream',
			timeout,
			abortSignal: deadline.signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		const failureOf = (error: unknown) => {
			if (!isWritten) return cancelled.isCancelled ? notStarted() : requestNotMade(error);
			if (!deadline.isOver()) return connectionError(error, timeout);
			return new ApiError({ reason: 'timedOut', outcome: 'unknown', timeout });
		};
		try {
			const answer: unknown = await Reflect.apply(
				context.helpers.httpRequestWithAuthentication,
				withCancelSignal(context, deadline.signal),
				[credentialName, options, { credentialsDecrypted: decrypted }],
			);
			const { statusCode, headers, body: stream } = isRecord(answer) ? answer : {};
			const { text, truncated } = await readBody(isStream(stream) ? stream : [], failureOf);
			const status = Number(statusCode);
			// What was posted has been done, and a refusal is one whatever its words.
			const isLost = method !== 'POST' && status >= 200 && status < 300;
			if (isLost && truncated !== undefined) return truncated;
			const response = readResponse({
				status,
				headers: isRecord(headers) ? headers : {},
				text: hideToken(text),
				...(truncated && { truncated }),
			});
			return isDone(response) ? response : toApiError(response);
		} catch (error) {
			return failureOf(error);
		} finally {
			deadline.release();
		}
	};
}

/**
 * Returns a body with the same content that calls back whenever a value is read. Nothing can send or
 * clone the content without reading it; a clone is plain and may be sent at any time after.
 */
function observed(content: IDataObject, onRead: () => void): IDataObject {
	const body: IDataObject = {};
	for (const [key, value] of Object.entries(content)) {
		Object.defineProperty(body, key, {
			enumerable: true,
			get: () => {
				onRead();
				return value;
			},
		});
	}
	return body;
}

/** In an execution, n8n replaces the signal of a request by the execution's. */
function withCancelSignal(context: CallingContext, signal: AbortSignal): unknown {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function queryOf(query: ChannelCall['query']): string {
	// Not every service reads a plus sign as a space.
	return query ? `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}` : '';
}
