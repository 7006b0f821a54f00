import type { Fault, Limits } from '../../../test/support/service';

/** A range of random durations, in milliseconds. */
export type Range = readonly [minMs: number, maxMs: number];

/** How the service and the network behave, except for faults. */
export interface Conditions {
	semantics: Limits['semantics'];
	retryAfter: Limits['retryAfter'];
	messagesPerSecond: number;
	contactRequestsPerMinute: number;
	/** The time in n8n before a request is written. */
	writeMs: Range;
	/** The time between the write and the arrival at the service. */
	networkMs: Range;
	/** The time between the arrival and the response. */
	responseMs: Range;
	/** The time between the arrival and a 429 response. */
	rejectionMs: Range;
	/** Messages per second that other systems send with the same token. */
	otherMessagesPerSecond: number;
	/** How much the clocks of the workers are ahead of the service's clock, in milliseconds. */
	clockSkewMs: number;
}

/** The state of the network between n8n and the service. */
export type Connection =
	| 'refused'
	| 'unknownHost'
	| 'tlsClosed'
	/** Another server, such as a proxy, responds with a web page and the status 200. */
	| 'webPage'
	/** n8n throws an error before it sends the request. */
	| 'rejectedByN8n';

/** An execution of the node. Item `i` is a message to contact `i % contacts`. */
export interface ExecutionPlan {
	worker: number;
	/** Executions of the same workflow share the keys of *Send Once per Key*. */
	workflow: number;
	mode: 'manual' | 'trigger';
	operation: 'send' | 'get' | 'addTags' | 'create' | 'update';
	items: number;
	contacts: number;
	/** How items identify their contacts: in turn, if there are several ways. */
	identifiedBy: ReadonlyArray<'id' | 'phone'>;
	onError: 'stopWorkflow' | 'continueRegularOutput';
	/** The number of attempts (Retry On Fail). 1: off. */
	maxTries: number;
	/** Items whose credential has the second token. */
	itemsWithTokenB: readonly number[];
	/** Items with the same remainder have the same key (Send Once per Key). 0: no keys. */
	keys: number;
	retryWhenUnsure: boolean;
	timeoutSeconds: number;
	skipsMissingContact: boolean;
}

export type Happening =
	| { kind: 'execution'; execution: ExecutionPlan }
	/** The user stops the execution with this number in n8n. */
	| { kind: 'stop'; execution: number }
	/** The process of a worker ends, and a new one starts. */
	| { kind: 'crash'; worker: number }
	/** The service rejects all requests with 429. */
	| { kind: 'outage'; seconds: number }
	| { kind: 'connection'; connection: Connection; seconds: number }
	/** Some of the next requests fail. */
	| { kind: 'fault'; path: 'contact' | 'message'; nth: number; times: number; fault: Fault };

export type HistoryEvent = Happening & {
	/** The time since the previous event. */
	afterMs: number;
};

/** Everything that happens in a simulation. Determines its course completely. */
export interface History {
	/** Seeds all random delays, and the random numbers of the package. */
	seed: number;
	conditions: Conditions;
	workers: number;
	events: readonly HistoryEvent[];
}

export const documentedConditions: Conditions = {
	semantics: 'slidingWindow',
	retryAfter: 'none',
	messagesPerSecond: 25,
	contactRequestsPerMinute: 100,
	writeMs: [2, 8],
	networkMs: [1, 4],
	responseMs: [150, 250],
	rejectionMs: [150, 250],
	otherMessagesPerSecond: 0,
	clockSkewMs: 0,
};

export const plainExecution: ExecutionPlan = {
	worker: 0,
	workflow: 0,
	mode: 'trigger',
	operation: 'send',
	items: 1,
	contacts: 1,
	identifiedBy: ['id'],
	onError: 'continueRegularOutput',
	maxTries: 1,
	itemsWithTokenB: [],
	keys: 0,
	retryWhenUnsure: false,
	timeoutSeconds: 60,
	skipsMissingContact: false,
};
