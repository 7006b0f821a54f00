import type { IHttpRequestOptions } from 'n8n-workflow';

import type { CancellationToken } from '../scheduling/cancellationToken';
import { Semaphore } from '../scheduling/semaphore';
import { ApiError, notStarted } from './apiError';
import {
	connectionError,
	isWithoutCode,
	provesNoConnection,
	requestNotMade,
} from './connectionError';
import { type ChannelCredential, credentialName } from './credential';
import { streamOptions, streamResponse, withCancelSignal, withReadListener } from './n8nHttpHelper';
import { parseLargeResponse } from './parseResponse';
import { readBody } from './readBody';
import type { ApiResponse } from './apiResponse';
import { startTimeout } from './timeoutSignal';
import { responseError } from './responseError';
import { bodyLimits, maxLargeBodies } from './responseLimits';
import type { ChannelRequest } from './channelRequest';

/**
 * How long to read the body of an error response. The status and headers already determine whether
 * to retry, so an endless body must not cause a delay.
 */
const errorBodyMs = 5_000;

/** n8n's context for an execution, a poll, or a list in the editor. It authenticates requests. */
export interface RequestContext {
	helpers: {
		httpRequestWithAuthentication(
			credentialsType: string,
			options: IHttpRequestOptions,
			additionalOptions?: object,
		): Promise<unknown>;
	};
}

/** Sends a request once, without retries. Never rejects. */
export type HttpRequest = (
	request: ChannelRequest,
	timeoutMs: number,
	onWritten: () => void,
) => Promise<ApiResponse | ApiError>;

/**
 * Redirects aren't followed because they could send the token to another server. `streamOptions`
 * prevents them here, and `authenticate` in the credential prevents them in HTTP Request nodes.
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
		// The time of writing is recorded, because the service counts a request when it arrives, and n8n
		// needs 1 to 50 ms to write the body.
		const body =
			content &&
			withReadListener(content, () => {
				// The execution may have been stopped while n8n prepared the request, for example by a 401
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
			...streamOptions(timeoutMs, timeout.signal),
		};
		const failureOf = (error: unknown) => {
			// For a request without a body, it's unknown whether it was written, unless n8n refused to send
			// it. With N8N_SSRF_PROTECTION_ENABLED, n8n looks up the host before it writes a request.
			const isRefused =
				content === undefined ? isWithoutCode(error) : !isWritten && !provesNoConnection(error);
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
			const { status, headers, stream } = streamResponse(fullResponse);
			const limits = bodyLimits[request.response];
			const isSuccess = status >= 200 && status < 300;
			if (!isSuccess) timeout.shorten(errorBodyMs);
			const received = await readBody(stream, limits, failureOf, beforeLarge);
			const { truncated } = received;
			// If sending a message or creating a contact returns a 2xx status, the request was processed
			// even if its response is broken. An error would make users repeat the request.
			if (request.idempotent && isSuccess && truncated !== undefined) return truncated;
			const response = await parseLargeResponse({ status, headers, ...received }, limits, token);
			return responseError(response) ?? response;
		} catch (error) {
			return failureOf(error);
		} finally {
			largeBody?.();
			timeout.release();
		}
	};
}

/** Encodes spaces as `%20` because some servers don't decode a plus sign as a space. */
function queryOf(query: Record<string, string>): string {
	return `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;
}
