import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { type ApiError, notStarted } from '../api/apiError';
import type { ChannelCall, Request } from '../api/call';
import { isRecord } from '../api/record';
import { type ApiResponse, readResponse } from '../api/response';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { connectionError, requestNotMade, timedOut } from './connectionError';
import { type ChannelCredential, credentialName } from './credential';
import { Deadline } from './deadline';
import { type Body, readBody } from './readBody';
import { redactToken } from './redactToken';

/** Where n8n gives leave to make calls: in an execution, for a list in the editor, or in a poll. */
type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * Makes calls by way of n8n's authenticated request, which puts the token into the header. Statuses
 * are looked at by the channel, not by n8n, which would repeat a 401 and replace the service's words.
 * Redirects are not followed, so that the token goes to the credential's own address only. Bodies
 * come as streams, because n8n sets no limit to their size.
 *
 * @param cancelled cancelled when the execution is cancelled
 */
export function createRequest(
	context: Context,
	{ baseUrl, token, decrypted }: ChannelCredential,
	cancelled: CancellationToken,
): Request {
	const hideToken = redactToken(token);
	return async (call, timeout, onWritten) => {
		let isWritten = call.body === undefined;
		const written = () => {
			isWritten = true;
			onWritten();
		};
		const deadline = new Deadline(timeout, cancelled);
		const options: IHttpRequestOptions = {
			method: call.method,
			url: `${baseUrl}${call.path}${queryOf(call)}`,
			headers: {
				Accept: 'application/json',
				...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			...(call.body === undefined ? {} : { body: noticed(call.body, written) }),
			encoding: 'stream',
			timeout,
			abortSignal: deadline.signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		const failureOf = (error: unknown) => {
			if (!isWritten) return cancelled.isCancelled ? notStarted() : requestNotMade(error);
			return deadline.isOver ? timedOut(timeout) : connectionError(error, timeout);
		};
		try {
			const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
				endingWith(context, deadline),
				credentialName,
				options,
				{ credentialsDecrypted: decrypted },
			);
			const { statusCode, headers, body } = isRecord(answer) ? answer : {};
			const { text, truncated } = await bodyOf(body, failureOf);
			const response = readResponse({
				status: Number(statusCode),
				headers: isRecord(headers) ? headers : {},
				text: hideToken(text),
				...(truncated === undefined ? {} : { truncated }),
			});
			return needsItsBody(call, response) && truncated !== undefined ? truncated : response;
		} catch (error) {
			return failureOf(error);
		} finally {
			deadline.release();
		}
	};
}

/** In an execution, n8n gives every request the execution's signal: here the deadline's. */
function endingWith(context: Context, { signal }: Deadline): Context {
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

async function bodyOf(body: unknown, failureOf: (error: unknown) => ApiError): Promise<Body> {
	if (isStream(body)) return await readBody(body, failureOf);
	return { text: typeof body === 'string' ? body : JSON.stringify(body ?? '') };
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/**
 * Whether a call has come to nothing when the body of its answer broke off. What was posted has been
 * done; a refusal is one whatever its words.
 */
function needsItsBody({ method }: ChannelCall, { status }: ApiResponse): boolean {
	return method !== 'POST' && status >= 200 && status < 300;
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
function noticed(body: IDataObject, onWritten: () => void): object {
	return {
		toJSON: () => {
			onWritten();
			return body;
		},
	};
}
