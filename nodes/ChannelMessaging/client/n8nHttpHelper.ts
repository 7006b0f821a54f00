import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from './isRecord';

/**
 * HTTP error statuses are ignored because n8n would otherwise resend the request after a 401 and
 * replace the service's error message. Redirects aren't followed. Bodies are streamed because n8n
 * doesn't limit their size.
 */
export function streamOptions(timeoutMs: number, signal: AbortSignal) {
	return {
		encoding: 'stream',
		timeout: timeoutMs,
		abortSignal: signal,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	} satisfies Partial<IHttpRequestOptions>;
}

/** The stream is empty if n8n didn't return the body as a stream. */
export function streamResponse(fullResponse: unknown) {
	const { statusCode, headers, body } = isRecord(fullResponse) ? fullResponse : {};
	return {
		status: Number(statusCode),
		headers: isRecord(headers) ? headers : {},
		stream: isStream(body) ? body : [],
	};
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/**
 * Calls `onRead` when an HTTP client reads the properties of the body, either to send it or to
 * clone it. A clone can be sent later without calling `onRead` again.
 */
export function withReadListener(content: IDataObject, onRead: () => void): IDataObject {
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

/** Replaces the execution's cancel signal, which n8n would otherwise apply to every request. */
export function withCancelSignal(context: object, signal: AbortSignal): unknown {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}
