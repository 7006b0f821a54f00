import type { Fault } from '../faults/fault';
import type { ReceivedCall, Records } from '../records';
import type { Endpoint } from './endpoints';

/** One call on its way through the service. */
export interface Passage {
	readonly call: ReceivedCall;
	/** Those of its arrival: a reset in between leaves no trace of the call in the new ones. */
	readonly records: Records;
	fault: Fault | undefined;
}

declare module 'fastify' {
	interface FastifyRequest {
		passage: Passage;
	}
	interface FastifyContextConfig {
		/** Missing where the path exists and the method doesn't. */
		endpoint?: Endpoint;
	}
}
