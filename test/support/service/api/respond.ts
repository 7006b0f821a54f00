import { z } from 'zod';
import type { Channel, LimitedGroup, LoggedRequest } from '../channel';
import type { Fault } from '../faults/faults';
import { formatIssues } from '../formatIssues';
import { retryAfterHeader } from '../limiting/retryAfter';
import { type Endpoint, endpointsAt } from './endpoints';
import { envelope, ErrorResponse, messageForStatus } from './errorResponse';

export interface ArrivedRequest {
	/** The time of arrival, in fractional milliseconds since the epoch. */
	at: number;
	method: string;
	/** The requested path: encoded, with its query. */
	path: string;
	/** The host that the links between pages contain. */
	host: string;
	authorization: string | undefined;
	contentType: string | undefined;
	/** `undefined` if the request has no body. */
	body: string | undefined;
	/** The type of the message's attachment, if the service downloaded it. */
	attachmentType?: string | undefined;
}

interface Response {
	status: number;
	headers: Record<string, string>;
	body: string;
}

export interface Outcome {
	logged: LoggedRequest;
	/** `undefined` if the connection is closed, or stays open without a response. */
	response: Response | undefined;
	/** Whether the service closes the connection instead of responding. */
	closesConnection: boolean;
	/** The time before the response, in addition to the latency. */
	delayMs: number;
}

/**
 * Applies a request to the channel: logs it, checks the token and the rate limit, applies faults, and
 * executes the endpoint. Has no clock and no network, so that the local service and the simulation
 * share it.
 */
export function respond(channel: Channel, request: ArrivedRequest): Outcome {
	const { at, method, path } = request;
	const logged: LoggedRequest = { at, method, path, status: null, accepted: false };
	channel.requests.push(logged);
	let fault: Fault | undefined;
	let response: Response;
	try {
		if (request.authorization !== `Bearer ${channel.token}`) throw new ErrorResponse(401);
		const endpoint = endpointFor(request);
		checkRate(channel, endpoint.group, at);
		const body = readBody(request);
		if (body !== undefined) logged.body = body;
		const contactId = readContactId(request, endpoint, channel);
		fault = channel.faults.next({ path, contactId });
		if (fault?.kind === 'status') {
			throw new ErrorResponse(fault.status, fault.message, fault.headers);
		}
		if (fault?.kind === 'connectionLost' && fault.when === 'beforeEffect') {
			throw new ErrorResponse(500);
		}
		const { pathname, query } = partsOf(path);
		const url = `http://${request.host}${pathname}`;
		const { attachmentType } = request;
		const content = endpoint.handle(channel, { at, contactId, url, attachmentType, body, query });
		logged.accepted = true;
		const done = jsonResponse(200, content);
		const isNumber = channel.configuration.ids === 'number';
		const text = isNumber ? done.body.replace(/"id":"(\d+)"/g, '"id":$1') : done.body;
		response = replaced(fault, { ...done, body: text });
	} catch (error) {
		response = errorResponse(error);
	}
	const closesConnection = fault?.kind === 'connectionLost';
	const isSilent = closesConnection || fault?.kind === 'noResponse';
	if (!isSilent) logged.status = response.status;
	return {
		logged,
		response: isSilent ? undefined : response,
		closesConnection,
		delayMs: fault?.kind === 'slow' ? fault.delayMs : 0,
	};
}

function jsonResponse(
	status: number,
	content: object,
	headers: Record<string, string> = {},
): Response {
	const type = { 'content-type': 'application/json; charset=utf-8' };
	return { status, headers: { ...type, ...headers }, body: JSON.stringify(content) };
}

/** Returns the error in the envelope (section 7, Errors). Validation errors are the general error. */
function errorResponse(error: unknown): Response {
	if (error instanceof ErrorResponse) {
		return jsonResponse(error.status, envelope('error', error.message), error.headers);
	}
	if (error instanceof z.ZodError) {
		return jsonResponse(403, envelope('error', formatIssues(error)));
	}
	throw error;
}

function partsOf(path: string): { pathname: string; query: Record<string, string> } {
	const [pathname = '', search = ''] = path.split('?', 2);
	return { pathname, query: Object.fromEntries(new URLSearchParams(search)) };
}

function endpointFor({ method, path }: ArrivedRequest): Endpoint {
	const endpoints = endpointsAt(partsOf(path).pathname);
	if (endpoints.length === 0) throw new ErrorResponse(404);
	const endpoint = endpoints.find((candidate) => candidate.method === method);
	if (endpoint === undefined) throw new ErrorResponse(405);
	return endpoint;
}

function checkRate({ limits, configuration }: Channel, group: LimitedGroup, at: number): void {
	const admission = limits[group].admit(at);
	if (admission.admitted) return;
	const { retryAfter } = configuration.limits;
	const header = retryAfterHeader(retryAfter, admission.retryAfterMs, at);
	throw new ErrorResponse(429, undefined, header === undefined ? {} : { 'retry-after': header });
}

function readBody({ body, contentType, method }: ArrivedRequest): unknown {
	if (body === undefined || method === 'GET') return undefined;
	if (!/^application\/json\b/i.test(contentType ?? '')) {
		throw new ErrorResponse(403, messageForStatus(415));
	}
	try {
		return JSON.parse(body);
	} catch {
		throw new ErrorResponse(403, 'Body is not valid JSON');
	}
}

function readContactId(
	{ path }: ArrivedRequest,
	{ pattern, base64OnViber }: Endpoint,
	{ configuration }: Channel,
): string {
	const [, segment] = pattern.exec(partsOf(path).pathname) ?? [];
	if (segment === undefined) return '';
	const contactId = decoded(segment);
	if (configuration.channelType !== 'viber' || !base64OnViber) return contactId;
	const text = Buffer.from(contactId, 'base64').toString();
	// Node.js ignores invalid characters and also decodes base64url. The round trip detects both.
	if (Buffer.from(text).toString('base64') === contactId) return text;
	throw new ErrorResponse(403, 'On the Viber channel the contact ID must be Base64 encoded.');
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw new ErrorResponse(403, 'The path is not valid');
	}
}

function replaced(fault: Fault | undefined, response: Response): Response {
	switch (fault?.kind) {
		case 'response':
			return {
				status: fault.status,
				headers: { ...fault.headers, 'content-type': fault.contentType },
				body: fault.body,
			};
		case 'statusAfterEffect': {
			const { status, message, headers } = fault;
			return jsonResponse(status, envelope('error', message ?? messageForStatus(status)), headers);
		}
		default:
			return response;
	}
}
