import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { CancellationToken } from '../scheduling/cancellation';
import { ApiError, notStarted } from './apiError';
import { connectionError, requestNotMade } from './connectionError';
import {
	type CallingContext,
	type ChannelCredential,
	credentialName,
	redactToken,
} from './credential';
import { isRecord } from './model';
import { type ApiResponse, isDone, readResponse, toApiError } from './response';
import type { ChannelRequest, HttpRequest } from './types';

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
): HttpRequest {
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

function queryOf(query: ChannelRequest['query']): string {
	// Not every service reads a plus sign as a space.
	return query ? `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}` : '';
}

/**
 * The end of one call: when it has taken too long as a whole, whatever trickles in meanwhile, or when
 * its execution is cancelled. HTTP clients' own time-outs begin anew with every byte.
 *
 * @param timeout milliseconds
 */
export function startDeadline(timeout: number, cancelled: CancellationToken) {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeout));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	if (cancelled.isCancelled) end();
	const forget = cancelled.onCancel(end);
	return {
		/** Aborted when the call must end. */
		signal: ending.signal,
		/** Whether the time is up, and not only the execution cancelled. */
		isOver: () => timer.aborted && !cancelled.isCancelled,
		/** To be called when the call has ended: lets go of the timer and of the execution. */
		release: () => {
			timer.removeEventListener('abort', end);
			forget();
		},
	};
}

/** The size of the largest body, unpacked. A page of two thousand contacts is smaller. */
const megabytes = 4;

/**
 * Reads a body up to a size that n8n's memory can bear many times over. Never rejects: gives as much
 * of it as came, and cuts off what is left unread.
 *
 * @param failureOf tells why the body could not be read on
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	failureOf: (error: unknown) => ApiError,
): Promise<Pick<ApiResponse, 'text' | 'truncated'>> {
	const chunks: Buffer[] = [];
	// Leaves out a byte order mark, which no JSON may have.
	const soFar = () => new TextDecoder().decode(Buffer.concat(chunks));
	let size = 0;
	try {
		for await (const chunk of stream) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > megabytes * 1024 * 1024) {
				const tooLarge = { reason: 'responseTooLarge', outcome: 'unknown', megabytes } as const;
				return { text: soFar(), truncated: new ApiError(tooLarge) };
			}
			chunks.push(bytes);
		}
		return { text: soFar() };
	} catch (error) {
		return { text: soFar(), truncated: failureOf(error) };
	}
}
