import { AxiosError } from 'axios';
import { type IHttpRequestOptions, type INode, NodeApiError } from 'n8n-workflow';

import type { RecordedRequest } from './recording';
import type { Conditions } from '../history/history';
import type { Delivery, SimulatedService } from './service';

/** The sender of requests: an attempt of an execution. */
export interface Sender extends Pick<RecordedRequest, 'attempt' | 'execution' | 'worker'> {
	node: INode;
	service: SimulatedService;
}

const systemErrors = {
	refused: {
		message: 'connect ECONNREFUSED 203.0.113.7:443',
		code: 'ECONNREFUSED',
		syscall: 'connect',
	},
	unknownHost: {
		message: 'getaddrinfo ENOTFOUND channel.example.com',
		code: 'ENOTFOUND',
		syscall: 'getaddrinfo',
	},
	tlsClosed: {
		message: 'Client network socket disconnected before secure TLS connection was established',
		code: 'ECONNRESET',
	},
	tlsRejected: {
		message:
			'write EPROTO error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:ssl/record/rec_layer_s3.c:1601:SSL alert number 40:\n',
		code: 'EPROTO',
		syscall: 'write',
	},
	lost: { message: 'socket hang up', code: 'ECONNRESET' },
	cancelled: { message: 'canceled', code: 'ERR_CANCELED' },
} as const;

type SystemError = keyof typeof systemErrors;

/** n8n's message if it rejects a request. */
export const rejectionOfN8n = 'The request was blocked by the administrator';

/** Returns the error that n8n throws if its HTTP client fails. */
export function clientError(node: INode, kind: SystemError): NodeApiError {
	const { message, ...properties } = systemErrors[kind];
	const { code } = properties;
	const error = AxiosError.from(Object.assign(new Error(message), properties), code);
	// The type excludes errors, but n8n passes them.
	return new NodeApiError(node, error as unknown as ConstructorParameters<typeof NodeApiError>[1]);
}

/**
 * Sends a request as n8n's `httpRequestWithAuthentication` does: prepares it, serializes its body,
 * sends it, and aborts it with the signal of the context.
 */
export async function sendHttpRequest(
	{ node, service, ...sender }: Sender,
	token: string,
	{ method = 'GET', url, body: content }: IHttpRequestOptions,
	signal: AbortSignal | undefined,
): Promise<object> {
	await service.prepare();
	if (signal?.aborted) throw clientError(node, 'cancelled');
	const { pathname, search } = new URL(url);
	const failure = failureOfN8n(service);
	const request: RecordedRequest = {
		...sender,
		token,
		method,
		path: `${pathname}${search}`,
		// The package detects the write when the body is read.
		body: content === undefined || failure ? undefined : JSON.stringify(content),
		writtenAt: service.clock.now(),
		accepted: false,
	};
	service.record(request);
	const result = failure ?? (await Promise.race([service.send(request), aborted(signal)]));
	request.endedAt = service.clock.now();
	switch (result.kind) {
		case 'response': {
			const { status, headers, body } = result;
			request.result = status;
			request.retryAfter = headers['retry-after'];
			request.response = body;
			return received(result, service.rejections, signal);
		}
		case 'rejected':
			request.result = result.kind;
			throw new NodeApiError(node, { message: rejectionOfN8n });
		case 'error':
			request.result = result.code;
			throw clientError(node, result.code);
		case 'cancelled':
			request.result = result.kind;
			throw clientError(node, result.kind);
	}
}

/** Returns why n8n doesn't send requests, if it doesn't. */
function failureOfN8n({ disconnected }: SimulatedService) {
	if (disconnected === 'rejectedByN8n') return { kind: 'rejected' } as const;
	if (disconnected === 'unknownToN8n') return { kind: 'error', code: 'unknownHost' } as const;
	return undefined;
}

/**
 * Returns a response as n8n receives it. `RecordedRequest` contains the response that the service
 * sent.
 */
function received(
	{ status, headers, body, isCut = false }: Delivery & { kind: 'response' },
	rejections: Conditions['rejections'],
	signal: AbortSignal | undefined,
): object {
	const isRejection = status === 429;
	const statusCode = isRejection && rejections === 'status200' ? 200 : status;
	const isEndless = isRejection && rejections === 'endlessBody';
	if (isEndless) return { statusCode, headers, body: endless(body, signal) };
	return { statusCode, headers, body: isCut ? cut(body) : streamOf(body) };
}

async function* endless(text: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
	yield* streamOf(text);
	await aborted(signal);
	throw new Error('aborted');
}

async function* cut(text: string): AsyncGenerator<Buffer> {
	yield* streamOf(text.slice(0, text.length / 2));
	throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

async function aborted(signal: AbortSignal | undefined): Promise<{ kind: 'cancelled' }> {
	return await new Promise((resolve) => {
		signal?.addEventListener('abort', () => {
			resolve({ kind: 'cancelled' });
		});
	});
}

async function* streamOf(text: string): AsyncGenerator<Buffer> {
	await Promise.resolve();
	if (text !== '') yield Buffer.from(text);
}
