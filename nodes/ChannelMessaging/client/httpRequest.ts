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

/** Status and headers decide about a retry. An endless error body must not delay it. */
const errorBodyMs = 5_000;

/** n8n's context of an execution, a poll, or a list in the editor. Authenticates requests. */
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
 * HTTP error statuses are ignored, because n8n would resend after a 401 and replace the service's
 * message. Redirects aren't followed, to keep the token. Bodies are streams, as n8n doesn't limit
 * their size.
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
		// The service counts a request on arrival, and n8n takes 1 to 50 ms to write its body.
		const body =
			content &&
			observed(content, () => {
				// Stopped while n8n prepared the request, e.g. by another request's 401.
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
			// Without a body, there is no telling whether it was written, unless n8n refused to send it.
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
			// A POST with a 2xx status was processed, however broken its response. An error would make
			// users resend the message.
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

/** HTTP clients restart their timeout with every byte. This limits the total. */
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
		/** Aborted on timeout and cancellation. */
		signal: ending.signal,
		/** Timed out, as opposed to cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Doesn't extend the timeout. */
		shorten: (milliseconds: number) => {
			shorterTimer = AbortSignal.timeout(milliseconds);
			shorterTimer.addEventListener('abort', end);
		},
		/** Call when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			shorterTimer?.removeEventListener('abort', end);
			removeListener();
		},
	};
}

/**
 * Clients read the body's properties to send or clone it; `onRead` fires then. A clone can be sent
 * later, without another call.
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

/** n8n would apply the execution's signal to every request. */
function withCancelSignal(context: RequestContext, signal: AbortSignal): unknown {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

export function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Some servers don't decode a plus sign as a space, so spaces become `%20`. */
function queryOf(query: Record<string, string>): string {
	return `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;
}
