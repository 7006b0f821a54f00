import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ChannelState } from '../channelState';
import type { Fault } from '../faults/fault';
import { contactIdOf } from './contactIdentifier';
import type { Passage } from './passage';
import { envelope, messageForStatus, Refusal } from './refusal';

/**
 * Lets the faults that were asked for happen: those before the effect once an admitted call's body
 * has been parsed, those after it when the answer is ready. Every answer also takes its time here.
 */
export function injectFaults(api: FastifyInstance, state: ChannelState): void {
	api.addHook('preValidation', (request, reply, done) => {
		const { passage } = request;
		if (request.body !== undefined) passage.call.body = request.body;
		const { method, path } = passage.call;
		const contactId = contactIdOf(request, state.configuration.channelType);
		passage.fault = state.faults.strike({ method, path, contactId });
		if (passage.fault?.kind === 'connectionLost' && passage.fault.when === 'beforeEffect') {
			reply.hijack();
			request.raw.socket.destroy();
			return;
		}
		done(refusalInstead(passage.fault));
	});

	api.addHook('onSend', (request, reply, payload: unknown, done) => {
		const { passage } = request;
		const { fault } = passage;
		const { minimumMilliseconds, maximumMilliseconds } = state.configuration.answers;
		const lateness = fault?.kind === 'slow' ? fault.milliseconds : 0;
		const time = state.randomMilliseconds(minimumMilliseconds, maximumMilliseconds) + lateness;
		state.delays.after(time, () => {
			if (fault?.kind === 'never') return;
			if (fault?.kind === 'connectionLost') {
				request.raw.socket.destroy();
				return;
			}
			const answer = answerInstead(passage, reply, payload);
			passage.call.status = reply.statusCode;
			done(null, answer);
		});
	});
}

function refusalInstead(fault: Fault | undefined): Refusal | undefined {
	switch (fault?.kind) {
		case 'redirect':
			return new Refusal(fault.status, messageForStatus(fault.status), {
				location: fault.location,
			});
		case 'status':
			return new Refusal(fault.status, fault.message, fault.headers);
		default:
			return undefined;
	}
}

function answerInstead({ fault }: Passage, reply: FastifyReply, payload: unknown): unknown {
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
