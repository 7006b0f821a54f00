import type { IExecuteFunctions, INode, WorkflowExecuteMode } from 'n8n-workflow';

import { systemClock } from '../scheduling/clock';
import { type ExecutionMessages, FailedExecutions } from '../sendOnce/failedExecutions';
import type { Attempts } from './attempts';
import { isTool } from './nodeExecution';

const failedExecutions = new FailedExecutions(systemClock);

/**
 * Modes of executions that were started in the editor or with *Retry* in the list of executions.
 */
const personalModes: readonly WorkflowExecuteMode[] = ['manual', 'retry'];

/**
 * Runs an attempt of the node. If a person started the execution and can run it again after a
 * failure, the attempt gets the messages that the next execution must not resend.
 */
export async function withMessages<Result>(
	context: IExecuteFunctions,
	attempts: Attempts,
	{ sendsMessages }: { sendsMessages: boolean },
	run: (messages: ExecutionMessages | undefined) => Promise<Result>,
): Promise<Result> {
	failedExecutions.removeExpired();
	attempts.count += 1;
	const node = context.getNode();
	const isPersonal = personalModes.includes(context.getMode()) && !isTool(node);
	if (!isPersonal || !sendsMessages) return await run(undefined);
	const messages = failedExecutions.begin(
		[context.getWorkflow().id, node.id],
		context.getExecutionId(),
		context.getExecutionCancelSignal(),
	);
	let hasFailed = true;
	try {
		const result = await run(messages);
		hasFailed = false;
		return result;
	} finally {
		if (hasFailed && attempts.count >= maxAttempts(node)) messages.fail();
	}
}

/** As n8n calculates it. */
function maxAttempts({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}
