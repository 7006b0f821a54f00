import type { FastifyRequest } from 'fastify';
import type { ChannelRecords } from '../channelState';
import type { Fault } from '../faults/fault';
import type { ReceivedCall } from '../records/receivedCall';

/** One call on its way through the service. */
export interface Passage {
	readonly call: ReceivedCall;
	/** Those of its arrival: a reset in between leaves no trace of the call in the new ones. */
	readonly records: ChannelRecords;
	fault?: Fault;
}

const passages = new WeakMap<FastifyRequest, Passage>();

export function beginPassage(request: FastifyRequest, passage: Passage): void {
	passages.set(request, passage);
}

/** The passage that began when the call was admitted or refused. */
export function passageOf(request: FastifyRequest): Passage {
	const passage = passages.get(request);
	if (!passage) throw new Error('The call has not arrived yet');
	return passage;
}
