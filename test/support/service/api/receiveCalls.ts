import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Channel, LimitedGroup, ReceivedCall } from '../channel';
import type { Fault } from '../faults/faults';
import { retryAfterHeader } from '../limiting/retryAfter';
import { envelope, messageForStatus, Refusal } from './refusal';

declare module 'fastify' {
	interface FastifyRequest {
		call: ReceivedCall;
		/** The contact that the path names, decoded; empty where it names none. */
		contactId: string;
		fault: Fault | undefined;
	}
	interface FastifyContextConfig {
		/** The group in which the calls of an endpoint are counted. */
		group?: LimitedGroup;
		/** On Viber the identifier in the path is Base64 encoded (section 4, Endpoints). */
		base64OnViber?: true;
	}
}

/** One for each call: a promise that all of them awaited would keep them for good. */
const never = async (): Promise<never> => await new Promise(() => undefined);

/**
 * What happens to every call before and after its endpoint: it is logged, the token and the rate are
 * looked at before its body is read, and then the faults that were asked for happen.
 */
export function receiveCalls(api: FastifyInstance, channel: Channel): void {
	api.decorateRequest('call');
	api.decorateRequest('contactId', '');
	api.decorateRequest('fault');

	// What is still to be done or answered when the service closes is forgotten.
	const closing = new AbortController();
	setMaxListeners(0, closing.signal);
	api.addHook('onClose', () => {
		closing.abort();
	});
	const pause = async (minimum: number, maximum: number): Promise<void> => {
		const milliseconds = minimum + Math.random() * (maximum - minimum);
		if (milliseconds <= 0) return;
		await sleep(milliseconds, undefined, { signal: closing.signal }).catch(never);
	};

	api.addHook('onRequest', async (request) => {
		await pause(0, channel.configuration.arrivalJitterMilliseconds);
		const { method, url: path, headers, routeOptions } = request;
		// Finer than a millisecond, and never goes back when the machine's time is set.
		const at = performance.timeOrigin + performance.now();
		request.call = { at, method, path, status: null, accepted: false };
		channel.calls.push(request.call);
		if (headers.authorization !== `Bearer ${channel.token}`) throw new Refusal(401);
		const { group } = routeOptions.config;
		if (group !== undefined) requireRate(channel, group, at);
	});

	api.addHook('preValidation', (request, reply, done) => {
		const { body, call } = request;
		if (body !== undefined) call.body = body;
		request.contactId = contactIdOf(request, channel);
		request.fault = channel.faults.strike({ ...call, contactId: request.contactId });
		if (request.fault?.kind === 'connectionLost' && request.fault.when === 'beforeEffect') {
			reply.hijack();
			request.raw.socket.destroy();
			return;
		}
		if (request.fault?.kind === 'status') {
			const { status, message, headers } = request.fault;
			throw new Refusal(status, message, headers);
		}
		done();
	});

	api.addHook('onSend', async ({ call, fault, raw }, reply, payload) => {
		call.accepted = reply.statusCode === 200;
		const { minimumMilliseconds, maximumMilliseconds } = channel.configuration.answers;
		const lateness = fault?.kind === 'slow' ? fault.milliseconds : 0;
		await pause(minimumMilliseconds + lateness, maximumMilliseconds + lateness);
		if (fault?.kind === 'never') return await never();
		if (fault?.kind === 'connectionLost') {
			raw.socket.destroy();
			return payload;
		}
		const answer = answerInstead(fault, reply, payload);
		call.status = reply.statusCode;
		return answer;
	});
}

function requireRate({ limits, configuration }: Channel, group: LimitedGroup, at: number): void {
	const admission = limits[group].admit(at);
	if (admission.admitted) return;
	const { retryAfter } = configuration.limits;
	const header = retryAfterHeader(retryAfter, admission.retryAfterMilliseconds, at);
	throw new Refusal(429, undefined, header === undefined ? {} : { 'retry-after': header });
}

function contactIdOf({ params, routeOptions }: FastifyRequest, { configuration }: Channel): string {
	const { contactId } = params as { contactId?: string };
	if (contactId === undefined) return '';
	if (contactId === '') throw new Refusal(404);
	if (configuration.channelType !== 'viber' || !routeOptions.config.base64OnViber) return contactId;
	const decoded = Buffer.from(contactId, 'base64').toString();
	// Node.js skips what isn't Base64, or no text, and takes the URL alphabet too: only what comes back
	// as it was counts.
	if (Buffer.from(decoded).toString('base64') === contactId) return decoded;
	throw new Refusal(403, 'On the Viber channel the contact identifier must be Base64 encoded.');
}

function answerInstead(fault: Fault | undefined, reply: FastifyReply, payload: unknown): unknown {
	switch (fault?.kind) {
		case 'answer':
			reply.code(fault.status).headers({ ...fault.headers, 'content-type': fault.contentType });
			return fault.body;
		case 'statusAfterEffect':
			reply.code(fault.status).headers({ ...fault.headers });
			return JSON.stringify(envelope('error', fault.message ?? messageForStatus(fault.status)));
		default:
			return payload;
	}
}
