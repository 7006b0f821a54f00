import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ChannelState } from '../channelState';
import type { Fault } from '../faults/fault';
import { contactIdOf } from './contactIdentifier';
import { envelope } from './envelope';
import { type Passage, passageOf } from './passage';
import { messageForStatus, Refusal } from './refusal';

/**
 * Lets the faults that were asked for happen: those before the effect once an admitted call's body
 * has been parsed, those after it when the answer is ready. Every answer also takes its time here.
 */
export function injectFaults(api: FastifyInstance, state: ChannelState): void {
	api.addHook('preValidation', (request, reply, done) => {
		const passage = passageOf(request);
		const { call } = passage;
		if (request.body !== undefined) call.body = request.body;
		const fault = state.faults.strike({
			method: call.method,
			path: call.path,
			contactId: contactIdOf(request, state.configuration.channelType),
		});
		if (!fault) {
			done();
			return;
		}
		passage.fault = fault;
		if (fault.kind === 'connectionLost' && fault.when === 'beforeEffect') {
			reply.hijack();
			request.raw.socket.destroy();
			return;
		}
		done(refusalInstead(fault));
	});

	api.addHook('onSend', (request, reply, payload: unknown, done) => {
		const passage = passageOf(request);
		const { minimumMilliseconds, maximumMilliseconds } = state.configuration.answers;
		const time = state.randomMilliseconds(minimumMilliseconds, maximumMilliseconds);
		state.delays.after(time + lateness(passage.fault), () => {
			if (isNeverAnswered(passage.fault)) return;
			if (passage.fault?.kind === 'connectionLost') {
				request.raw.socket.destroy();
				return;
			}
			const answer = answerInstead(passage, reply, payload);
			passage.records.callLog.answered(passage.call, reply.statusCode);
			done(null, answer);
		});
	});
}

function refusalInstead(fault: Fault): Refusal | undefined {
	if (fault.kind === 'redirect') {
		return new Refusal(fault.status, messageForStatus(fault.status), { location: fault.location });
	}
	if (fault.kind !== 'status') return undefined;
	const { status, message = messageForStatus(status), headers } = fault;
	return new Refusal(status, message, headers);
}

function lateness(fault: Fault | undefined): number {
	return fault?.kind === 'slow' ? fault.milliseconds : 0;
}

function isNeverAnswered(fault: Fault | undefined): boolean {
	return fault?.kind === 'never';
}

function answerInstead({ fault }: Passage, reply: FastifyReply, payload: unknown): unknown {
	if (fault?.kind === 'answer') {
		reply
			.code(fault.status)
			.headers(fault.headers ?? {})
			.header('content-type', fault.contentType);
		return fault.body;
	}
	if (fault?.kind === 'statusAfterEffect') {
		const { status, message = messageForStatus(status), headers = {} } = fault;
		reply.code(status).headers(headers);
		return JSON.stringify(envelope('error', message));
	}
	return payload;
}
