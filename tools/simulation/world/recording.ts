import type { INodeExecutionData } from 'n8n-workflow';

import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
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
	/** Whether the service processed the request successfully, regardless of its response. */
	accepted: boolean;
	/** When n8n received a response or an error. `undefined` if the process crashed. */
	endedAt?: number;
	/** The status that was sent to n8n, or the code of an error. */
	result?: number | string;
	/** The `Retry-After` header of a response. */
	retryAfter?: string | undefined;
	/** The body of a response. */
	response?: string;
}

/** One attempt of an execution (Retry On Fail). */
export interface RecordedAttempt {
	startedAt: number;
	/** `undefined` if the process crashed. */
	endedAt?: number;
	output?: readonly INodeExecutionData[];
	error?: { message: string; description: string };
	/** The hints in the output pane. */
	hints: string[];
	/** The progress reports that n8n shows. */
	progress: Array<{ at: number; text: string }>;
}

/** An execution of the node. */
export interface RecordedExecution {
	plan: ExecutionPlan;
	worker: number;
	/** The number of the first iteration of the same loop, or its own without a loop. */
	firstIteration: number;
	startedAt: number;
	attempts: RecordedAttempt[];
	stoppedAt?: number;
	crashedAt?: number;
	endedAt?: number;
}

/**
 * The size of a process's module state after idle hours, and of a new process's after the same
 * execution.
 */
export interface IdleState {
	worker: number;
	size: number;
	sizeOfNew: number;
}

/** Everything that the service and n8n saw. The oracles use nothing else. */
export interface Recording {
	history: History;
	requests: readonly RecordedRequest[];
	executions: readonly RecordedExecution[];
	/** When processes ended, and new ones started. */
	crashes: ReadonlyArray<{ worker: number; at: number }>;
	/** When the machine was asleep. */
	machineSleeps: ReadonlyArray<{ from: number; to: number }>;
	/** The service's time at the start, in milliseconds since the epoch. */
	startDate: number;
	/** The contacts of each channel, with all versions. Maps the channel's token. */
	contacts: ReadonlyMap<string, ContactStore>;
	/** Empty unless the history ends idle. */
	idleStates: readonly IdleState[];
	/** Returns whether n8n's store of processed items contains a key of a workflow's node. */
	isKeyStored(workflow: number, key: string): boolean;
}
