import { AxiosError } from 'axios';
import { type IHttpRequestOptions, type INode, NodeApiError } from 'n8n-workflow';

import type { VirtualClock } from '../../../test/support/virtualClock';
import type { RecordedRequest } from './recording';
import type { Delivery, SimulatedService } from './service';

interface Sender extends Pick<RecordedRequest, 'worker' | 'execution' | 'attempt'> {
	node: INode;
	clock: VirtualClock;
	service: SimulatedService;
	/** Resolves when n8n has prepared the request. */
	prepare(): Promise<void>;
	record(request: RecordedRequest): void;
}

/** The address of a host in error messages. */
const address = '203.0.113.7:443';

const systemErrors = {
	refused: { message: `connect ECONNREFUSED ${address}`, code: 'ECONNREFUSED', syscall: 'connect' },
	unknownHost: {
		message: 'getaddrinfo ENOTFOUND channel.example.com',
		code: 'ENOTFOUND',
		syscall: 'getaddrinfo',
	},
	tlsClosed: {
		message: 'Client network socket disconnected before secure TLS connection was established',
		code: 'ECONNRESET',
	},
	lost: { message: 'socket hang up', code: 'ECONNRESET' },
	cancelled: { message: 'canceled', code: 'ERR_CANCELED' },
} as const;

/** Returns the error that n8n throws if its HTTP client fails. */
function clientError(node: INode, kind: keyof typeof systemErrors): NodeApiError {
	const { message, ...properties } = systemErrors[kind];
	const error = Object.assign(new Error(message), properties);
	const thrown = AxiosError.from(error, properties.code);
	return new NodeApiError(node, thrown as unknown as ConstructorParameters<typeof NodeApiError>[1]);
}

/**
 * Sends a request as n8n's `httpRequestWithAuthentication` does: prepares it, serializes its body,
 * sends it, and aborts it with the signal of the context.
 */
export async function sendHttpRequest(
	sender: Sender,
	token: string,
	{ method = 'GET', url, body: content }: IHttpRequestOptions,
	signal: AbortSignal | undefined,
): Promise<object> {
	const { node, clock, service, worker, execution, attempt } = sender;
	await sender.prepare();
	if (signal?.aborted) throw clientError(node, 'cancelled');
	if (service.fault === 'rejectedByN8n') {
		throw new NodeApiError(node, { message: 'The host is not allowed by the administrator' });
	}
	const { pathname, search } = new URL(url);
	const request: RecordedRequest = {
		worker,
		execution,
		attempt,
		token,
		method,
		path: `${pathname}${search}`,
		body: content === undefined ? undefined : JSON.stringify(content),
		writtenAt: clock.now(),
		accepted: false,
	};
	sender.record(request);
	const result = await Promise.race([service.send(request), aborted(signal)]);
	request.endedAt = clock.now();
	if (result.kind === 'response') {
		const { status, headers, body } = result;
		request.result = status;
		return { statusCode: status, headers, body: streamOf(body) };
	}
	const kind = result.kind === 'error' ? result.connection : 'cancelled';
	request.result = systemErrors[kind].code;
	throw clientError(node, kind);
}

type Ending = Exclude<Delivery, { kind: 'silence' }> | { kind: 'cancelled' };

async function aborted(signal: AbortSignal | undefined): Promise<Ending> {
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
