import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Channel, LimitedGroup, LoggedRequest } from '../channel';
import type { Fault } from '../faults/faults';
import { retryAfterHeader } from '../limiting/retryAfter';
import { envelope, ErrorResponse, messageForStatus } from './errorResponse';

declare module 'fastify' {
	interface FastifyRequest {
		logged: LoggedRequest;
		/** The decoded ID in the path, or an empty string if the path has none. */
		contactId: string;
		fault: Fault | undefined;
	}
	interface FastifyContextConfig {
		/** The rate limit of the endpoint. */
		group?: LimitedGroup;
		/** On Viber, the ID in the path is Base64 encoded (section 4, Endpoints). */
		base64OnViber?: true;
	}
}

/** A new promise for each request: a shared one would retain everything that awaits it. */
const never = async (): Promise<never> => await new Promise(() => undefined);

/**
 * Adds the steps around each endpoint: logs the request, checks the token and the rate before the body
 * is read, and applies faults.
 */
export function addRequestHooks(api: FastifyInstance, channel: Channel): void {
	api.decorateRequest('logged');
	api.decorateRequest('contactId', '');
	api.decorateRequest('fault');

	const closing = new AbortController();
	setMaxListeners(0, closing.signal);
	api.addHook('onClose', () => {
		closing.abort();
	});
	const pause = async (minMs: number, maxMs: number): Promise<void> => {
		const milliseconds = minMs + Math.random() * (maxMs - minMs);
		if (milliseconds <= 0) return;
		await sleep(milliseconds, undefined, { signal: closing.signal }).catch(never);
	};

	api.addHook('onRequest', (request, _reply, done) => {
		const { method, url: path, headers, routeOptions } = request;
		// Unlike `Date.now()`, has fractions of a millisecond and is monotonic.
		const at = performance.timeOrigin + performance.now();
		request.logged = { at, method, path, status: null, accepted: false };
		channel.requests.push(request.logged);
		if (headers.authorization !== `Bearer ${channel.token}`) throw new ErrorResponse(401);
		const { group } = routeOptions.config;
		if (group !== undefined) checkRate(channel, group, at);
		done();
	});

	api.addHook('preValidation', (request, reply, done) => {
		const { body, logged } = request;
		if (body !== undefined) logged.body = body;
		request.contactId = readContactId(request, channel);
		request.fault = channel.faults.next({ ...logged, contactId: request.contactId });
		if (request.fault?.kind === 'connectionLost' && request.fault.when === 'beforeEffect') {
			reply.hijack();
			request.raw.socket.destroy();
			return;
		}
		if (request.fault?.kind === 'status') {
			const { status, message, headers } = request.fault;
			throw new ErrorResponse(status, message, headers);
		}
		done();
	});

	api.addHook('onSend', async ({ logged, fault, raw }, reply, payload) => {
		logged.accepted = reply.statusCode === 200;
		const { minMs, maxMs } = channel.configuration.latency;
		const delayMs = fault?.kind === 'slow' ? fault.delayMs : 0;
		await pause(minMs + delayMs, maxMs + delayMs);
		if (fault?.kind === 'noResponse') return await never();
		if (fault?.kind === 'connectionLost') {
			raw.socket.destroy();
			return payload;
		}
		const sent = replacePayload(fault, reply, payload);
		logged.status = reply.statusCode;
		return sent;
	});
}

function checkRate({ limits, configuration }: Channel, group: LimitedGroup, at: number): void {
	const admission = limits[group].admit(at);
	if (admission.admitted) return;
	const { retryAfter } = configuration.limits;
	const header = retryAfterHeader(retryAfter, admission.retryAfterMs, at);
	throw new ErrorResponse(429, undefined, header === undefined ? {} : { 'retry-after': header });
}

function readContactId(
	{ params, routeOptions }: FastifyRequest,
	{ configuration }: Channel,
): string {
	const { contactId } = params as { contactId?: string };
	if (contactId === undefined) return '';
	if (contactId === '') throw new ErrorResponse(404);
	if (configuration.channelType !== 'viber' || !routeOptions.config.base64OnViber) return contactId;
	const decoded = Buffer.from(contactId, 'base64').toString();
	// Node.js ignores invalid characters and also decodes base64url, so check the round trip.
	if (Buffer.from(decoded).toString('base64') === contactId) return decoded;
	throw new ErrorResponse(403, 'On the Viber channel the contact ID must be Base64 encoded.');
}

function replacePayload(fault: Fault | undefined, reply: FastifyReply, payload: unknown): unknown {
	switch (fault?.kind) {
		case 'response':
			reply.code(fault.status).headers({ ...fault.headers, 'content-type': fault.contentType });
			return fault.body;
		case 'statusAfterEffect':
			reply.code(fault.status).headers({ ...fault.headers });
			return JSON.stringify(envelope('error', fault.message ?? messageForStatus(fault.status)));
		default:
			return payload;
	}
}
