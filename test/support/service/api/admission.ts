import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChannelState } from '../channelState';
import { retryAfterHeader } from '../limiting/retryAfter';
import type { ReceivedCall } from '../records';
import { contactSegmentOf } from './contactIdentifier';
import './passage';
import { messageForStatus, Refusal } from './refusal';

/** Writes the call into the log; its answer is still to come. */
export function logCall(
	{ method, url: path, headers: { authorization } }: FastifyRequest,
	{ records, token }: ChannelState,
): ReceivedCall {
	const call: ReceivedCall = {
		// Finer than a millisecond, and never goes back when the machine's time is set.
		at: performance.timeOrigin + performance.now(),
		method,
		path,
		status: null,
		accepted: false,
		authorized: authorization === `Bearer ${token}`,
	};
	records.calls.push(call);
	return call;
}

/**
 * Who may pass, before a body is read: the path and the method exist, then the token is right, then
 * the rate isn't exceeded. A refused call does nothing.
 */
export function admitCalls(api: FastifyInstance, state: ChannelState): void {
	api.addHook('onRequest', (request, _reply, done) => {
		const jitter = state.randomMilliseconds(0, state.configuration.arrivalJitterMilliseconds);
		state.delays.after(jitter, () => {
			const call = logCall(request, state);
			request.passage = { call, records: state.records, fault: undefined };
			done(reasonToRefuse(request, state));
		});
	});
}

function reasonToRefuse(request: FastifyRequest, state: ChannelState): Refusal | undefined {
	const { call } = request.passage;
	const { endpoint } = request.routeOptions.config;
	if (request.is404 || contactSegmentOf(request) === '') return new Refusal(404);
	if (!endpoint) return new Refusal(405);
	if (!call.authorized) return new Refusal(401);
	const admission = state.limits[endpoint.group].admit(call.at);
	if (admission.admitted) return undefined;
	const form = state.configuration.limits.retryAfter;
	const header = retryAfterHeader(form, admission.retryAfterMilliseconds, call.at);
	return new Refusal(
		429,
		messageForStatus(429),
		header === undefined ? {} : { 'retry-after': header },
	);
}
