import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { CancellationToken } from '../scheduling/cancellationToken';
import { Semaphore } from '../scheduling/semaphore';
import { ApiError, notStarted } from './apiError';
import { connectionError, isWithoutCode, requestNotMade } from './connectionError';
import { type ChannelCredential, credentialName } from './credential';
import { isRecord } from './model';
import { errorOf, readBody, readLargeResponse } from './readResponse';
import { bodyLimits, maxLargeBodies } from './responseLimits';
import type { HttpRequest } from './types';

/**
 * Maximum time to read the body of an error response. The status and headers determine whether to
 * retry, so a body that never ends must not delay the retry until the request times out.
 */
const errorBodyMs = 5_000;

/** n8n's context of an execution, a poll, or a list in the editor, which authenticates requests. */
export interface RequestContext {
	helpers: {
		httpRequestWithAuthentication(
			credentialsType: string,
			options: IHttpRequestOptions,
			additionalOptions?: object,
		): Promise<unknown>;
	};
}

/**
 * Ignores HTTP error statuses. Otherwise, n8n would resend a request after a 401 response and
 * replace the service's error message.
 *
 * Doesn't follow redirects, so that the token isn't sent to another address. Reads response bodies
 * as streams, because n8n doesn't limit their size.
 */
export function createHttpRequest(
	context: RequestContext,
	{ baseUrl, token, decrypted }: Pick<ChannelCredential, 'baseUrl' | 'decrypted' | 'token'>,
	cancellation: CancellationToken,
): HttpRequest {
	const largeBodies = new Semaphore(maxLargeBodies);
	return async (request, timeoutMs, onWritten) => {
		const { method, path, body: content } = request;
		let isWritten = false;
		let isHeldBack = false;
		// The service counts a request when it arrives, but n8n takes 1 to 50 ms before it writes the
		// request body.
		const body =
			content &&
			observed(content, () => {
				// The execution can be stopped while n8n prepares the request, for example after a 401
				// response to another request.
				isHeldBack = !isWritten && cancellation.isStopped;
				if (isHeldBack) throw new Error('The execution was stopped');
				isWritten = true;
				onWritten();
			});
		const timeout = startTimeout(timeoutMs, cancellation);
		let largeBody: (() => void) | undefined;
		const beforeLarge = async () => {
			largeBody ??= await largeBodies.acquire();
		};
		const options: IHttpRequestOptions = {
			method,
			url: `${baseUrl}${path}${request.query ? queryOf(request.query) : ''}`,
			headers: {
				Accept: 'application/json',
				...(content && { 'Content-Type': 'application/json' }),
			},
			...(body && { body }),
			encoding: 'stream',
			timeout: timeoutMs,
			abortSignal: timeout.signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		const failureOf = (error: unknown) => {
			// A request without a body may have been written, unless n8n refused to send it.
			const isRefused = content === undefined ? isWithoutCode(error) : !isWritten;
			if (isRefused) {
				return cancellation.isAborted || isHeldBack ? notStarted() : requestNotMade(error);
			}
			if (!timeout.isOver()) return connectionError(error, timeoutMs);
			return new ApiError({ reason: 'timedOut', outcome: 'unknown', timeoutMs });
		};
		try {
			const fullResponse: unknown = await Reflect.apply(
				context.helpers.httpRequestWithAuthentication,
				withCancelSignal(context, timeout.signal),
				[credentialName, options, { credentialsDecrypted: decrypted }],
			);
			const { statusCode, headers, body: stream } = isRecord(fullResponse) ? fullResponse : {};
			const limits = bodyLimits[request.response];
			const status = Number(statusCode);
			const isSuccess = status >= 200 && status < 300;
			if (!isSuccess) timeout.shorten(errorBodyMs);
			const received = await readBody(
				isStream(stream) ? stream : [],
				limits,
				failureOf,
				beforeLarge,
			);
			const { truncated } = received;
			// An incomplete response to a POST request is not an error if the status is 2xx. An error
			// would lead users to resend a message that the service has already processed.
			const isLost = method !== 'POST' && isSuccess;
			if (isLost && truncated !== undefined) return truncated;
			const response = await readLargeResponse(
				{ status, headers: isRecord(headers) ? headers : {}, ...received },
				limits,
				token,
			);
			return errorOf(response) ?? response;
		} catch (error) {
			return failureOf(error);
		} finally {
			largeBody?.();
			timeout.release();
		}
	};
}

/**
 * Limits the total duration of a request. The timeout of an HTTP client doesn't, because it
 * restarts with every received byte.
 */
export function startTimeout(timeoutMs: number, cancellation: CancellationToken) {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeoutMs));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	const removeListener = cancellation.onAbort(end);
	let shorterTimer: AbortSignal | undefined;
	return {
		/** Aborted when the request times out or its execution is cancelled. */
		signal: ending.signal,
		/** Whether the request timed out. Returns `false` if the execution was cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Aborts the request after this time, unless it times out earlier. */
		shorten: (milliseconds: number) => {
			shorterTimer = AbortSignal.timeout(milliseconds);
			shorterTimer.addEventListener('abort', end);
		},
		/** Removes all listeners. Must be called when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			shorterTimer?.removeEventListener('abort', end);
			removeListener();
		},
	};
}

/**
 * Returns a copy of the request body that calls `onRead` when an HTTP client reads one of its
 * properties. Clients read the properties to send the body or to clone it. A clone doesn't call
 * `onRead`, and can be sent at any later time.
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

/**
 * Replaces the execution's cancel signal, because n8n applies that signal to every request during
 * an execution.
 */
function withCancelSignal(context: RequestContext, signal: AbortSignal): unknown {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

export function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Encodes spaces as `%20`, because some servers don't decode a plus sign as a space. */
function queryOf(query: Record<string, string>): string {
	return `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;
}
