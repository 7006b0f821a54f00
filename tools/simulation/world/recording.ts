import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, History } from '../history/history';

/** A request to the service. Times are milliseconds of the virtual clock. */
export interface RecordedRequest {
	worker: number;
	/** The numbers of the execution and of its attempt. */
	execution: number;
	attempt: number;
	token: string;
	method: string;
	path: string;
	body: string | undefined;
	writtenAt: number;
	/** `undefined` if the request never reached the service. */
	arrivedAt?: number;
	/** The status of the service's response, even if the response was lost. */
	status?: number;
	/** The `Retry-After` header of the response. */
	retryAfter?: string | undefined;
	/** Whether the service processed the request successfully. */
	accepted: boolean;
	/** When n8n received a response or an error. `undefined` if the execution no longer waited. */
	endedAt?: number;
	/** The result that n8n received: a status, or the code of a connection error. */
	result?: number | string;
}

/** One attempt of an execution (Retry On Fail). */
export interface RecordedAttempt {
	startedAt: number;
	/** `undefined` if the process crashed. */
	endedAt?: number;
	output?: readonly INodeExecutionData[];
	error?: { name: string; message: string; description: string };
}

export interface RecordedExecution {
	plan: ExecutionPlan;
	startedAt: number;
	attempts: RecordedAttempt[];
	stoppedAt?: number;
	crashedAt?: number;
	endedAt?: number;
}

/** Everything that the service and n8n saw. The oracles use nothing else. */
export interface Recording {
	history: History;
	requests: readonly RecordedRequest[];
	executions: readonly RecordedExecution[];
	/** When each event of the history happened. */
	eventTimes: readonly number[];
}
