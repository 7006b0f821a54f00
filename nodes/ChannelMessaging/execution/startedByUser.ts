import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { systemClock } from '../scheduling/clock';
import { expiringState, removeExpiredState } from '../scheduling/removeExpiredState';
import { type ExecutionMessages, FailedExecutions } from '../sendOnce/failedExecutions';
import type { Attempts } from './retryOnFailState';
import { isTool } from './isTool';

const failedExecutions = expiringState(new FailedExecutions(systemClock));

/**
 * The modes of executions that were started in the editor or with *Retry* in the list of
 * executions.
 */
const personalModes: readonly WorkflowExecuteMode[] = ['manual', 'retry'];

/**
 * Begins an attempt of the node. If a person started the execution and can rerun it after a
 * failure, returns the messages that other executions must not resend.
 */
export async function beginAttempt(
	context: IExecuteFunctions,
	attempts: Attempts,
	{ sendsMessages }: { sendsMessages: boolean },
): Promise<ExecutionMessages | undefined> {
	removeExpiredState();
	attempts.count += 1;
	const node = context.getNode();
	const isPersonal = personalModes.includes(context.getMode()) && !isTool(node);
	if (!isPersonal || !sendsMessages) return undefined;
	return await failedExecutions.begin(
		[context.getWorkflow().id, node.id],
		context.getExecutionId(),
		context.getExecutionCancelSignal(),
	);
}
