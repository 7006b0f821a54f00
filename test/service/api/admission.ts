import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChannelState } from '../channelState';
import type { LimitedGroup } from '../limiting/callLimits';
import { retryAfterHeader } from '../limiting/retryAfter';
import type { ReceivedCall } from '../records/receivedCall';
import { systemClock } from '../timing/clock';
import { beginPassage } from './passage';
import { messageForStatus, Refusal } from './refusal';

/**
 * Who may pass, before a body is read: the path and the method exist, then the token is right, then
 * the rate isn't exceeded. A refused call does nothing.
 */
export function admitCalls(api: FastifyInstance, state: ChannelState): void {
	const expected = `Bearer ${state.token}`;

	const admit = (request: FastifyRequest): void => {
		const call: ReceivedCall = {
			at: systemClock(),
			method: request.method,
			path: request.url,
			status: null,
			accepted: false,
			authorized: request.headers.authorization === expected,
		};
		const { records } = state;
		records.callLog.add(call);
		beginPassage(request, { call, records });

		const { methodNotAllowed, limitedGroup } = request.routeOptions.config;
		if (request.is404 || namesEmptyContact(request)) throw refusalOf(404);
		if (methodNotAllowed) throw refusalOf(405);
		if (!call.authorized) throw refusalOf(401);
		if (limitedGroup) requireRate(limitedGroup, call.at);
	};

	const requireRate = (group: LimitedGroup, now: number): void => {
		const admission = state.limits[group].admit(now);
		if (admission.admitted) return;
		const header = retryAfterHeader(
			state.configuration.limits.retryAfter,
			admission.retryAfterMilliseconds,
			now,
		);
		throw refusalOf(429, header === undefined ? {} : { 'retry-after': header });
	};

	api.addHook('onRequest', (request, _reply, done) => {
		const jitter = state.randomMilliseconds(0, state.configuration.arrivalJitterMilliseconds);
		state.delays.after(jitter, () => {
			try {
				admit(request);
			} catch (refusal) {
				done(refusal instanceof Error ? refusal : new Error(String(refusal)));
				return;
			}
			done();
		});
	});
}

/** An identifier is one segment of the path, and a segment has at least one character. */
function namesEmptyContact({ params }: FastifyRequest): boolean {
	return (
		typeof params === 'object' &&
		params !== null &&
		'contactId' in params &&
		params.contactId === ''
	);
}

function refusalOf(status: number, headers: Record<string, string> = {}): Refusal {
	return new Refusal(status, messageForStatus(status), headers);
}
