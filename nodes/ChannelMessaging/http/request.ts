import type { IHttpRequestOptions } from 'n8n-workflow';

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
		// Called right before the connection. Between the permit and then, n8n does other things, now for
		// a millisecond, now for fifty, and the rate limit counts arrivals.
		const toJSON = () => {
			isWritten = true;
			onWritten();
			return content;
		};
		const deadline = startDeadline(timeout, cancelled);
		const options: IHttpRequestOptions = {
			method,
			url: `${baseUrl}${path}${queryOf(call.query)}`,
			headers: {
				Accept: 'application/json',
				...(content && { 'Content-Type': 'application/json' }),
			},
			...(content && { body: { toJSON } }),
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
			const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
				endingWith(context, deadline.signal),
				credentialName,
				options,
				{ credentialsDecrypted: decrypted },
			);
			const { statusCode, headers, body } = isRecord(answer) ? answer : {};
			const { text, truncated } = await readBody(isStream(body) ? body : [], failureOf);
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

/** In an execution, n8n gives every request the execution's signal: here the deadline's. */
function endingWith(context: CallingContext, signal: AbortSignal): CallingContext {
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function queryOf(query: ChannelCall['query']): string {
	// Not every service reads a plus sign as a space.
	return query ? `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}` : '';
}
