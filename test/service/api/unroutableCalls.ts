import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelState } from '../channelState';
import { systemClock } from '../timing/clock';
import { envelope } from './envelope';

/** Refuses a path that can't even be decoded (`/v1/contact/%zz`), which belongs to no endpoint. */
export function refuseUnroutable(
	state: ChannelState,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => void {
	return (error, request, reply) => {
		const status = 403;
		state.records.callLog.add({
			at: systemClock(),
			method: request.method,
			path: request.url,
			status,
			accepted: false,
			authorized: request.headers.authorization === `Bearer ${state.token}`,
		});
		void reply.code(status).send(envelope('error', error.message));
	};
}
