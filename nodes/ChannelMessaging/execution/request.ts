import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import type { ChannelCall, RawAnswer } from '../channel/call';
import type { ChannelFailure } from '../channel/failure';
import { isRecord } from '../channel/record';
import type { Halt } from '../delivery/halt';
import { notStarted } from '../delivery/notStarted';
import type { Request } from '../delivery/place';
import { connectionFailure, requestNotMade, timedOut } from './connectionFailure';
import { type ChannelCredential, credentialName } from './credential';
import { Deadline } from './deadline';
import { type Body, readBody } from './readBody';
import { withoutToken } from './withoutToken';

/** Where n8n gives leave to make calls: in an execution, or for a list in the editor. */
type Context = IExecuteFunctions | ILoadOptionsFunctions;

/**
 * Makes calls by way of n8n's authenticated request, which puts the token into the header. Statuses
 * are looked at by the channel, not by n8n, which would repeat a 401 and replace the service's words.
 * Redirects are not followed, so that the token goes to the credential's own address only. Bodies
 * come as streams, because n8n sets no limit to their size.
 *
 * @param cancelled halted when the execution is cancelled
 */
export function createRequest(
	context: Context,
	{ baseUrl, token, decrypted }: ChannelCredential,
	cancelled: Halt,
): Request {
	const hideToken = withoutToken(token);
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
			if (!isWritten) return cancelled.isHalted ? notStarted() : requestNotMade(error);
			return deadline.isOver ? timedOut(timeout) : connectionFailure(error, timeout);
		};
		try {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				endingWith(context, deadline),
				credentialName,
				options,
				{ credentialsDecrypted: decrypted },
			);
			const { statusCode, headers, body } = isRecord(response) ? response : {};
			const { text, brokenOff } = await bodyOf(body, failureOf);
			const answer: RawAnswer = {
				status: Number(statusCode),
				headers: isRecord(headers) ? headers : {},
				text: hideToken(text),
				...(brokenOff === undefined ? {} : { brokenOff }),
			};
			return needsItsBody(call, answer) && brokenOff !== undefined ? brokenOff : answer;
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

async function bodyOf(body: unknown, failureOf: (error: unknown) => ChannelFailure): Promise<Body> {
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
function needsItsBody({ method }: ChannelCall, { status }: RawAnswer): boolean {
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
