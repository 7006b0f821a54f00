import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { CallKind } from '../api/call';
import type { ContactMemory } from '../contacts/contactMemory';
import { type ChannelCredential, rateOf } from '../http/credential';
import { createRequest } from '../http/request';
import { type LinkTo, linkNames } from '../questions/question';
import { queueFor } from '../rateLimit/queueRegistry';
import type { QueueFlow } from '../rateLimit/rateLimitedQueue';
import { WaitingTime } from '../rateLimit/waitingTime';
import type { Run } from '../requests/apiCaller';
import { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/systemClock';
import { processedKeys } from './processedKeys';
import { memoryOf } from './runMemory';

/** A run of the node in n8n. */
export interface NodeRun extends Run {
	/** What it knows of the contacts that it looked for. */
	readonly contacts: ContactMemory;
	/** For how long some call of it waited for a rate limit so far. */
	readonly waiting: WaitingTime;
	readonly questionId: string;
	/** Links to the page of the run's question. */
	readonly linkTo: LinkTo;
}

/**
 * What the calls of this run of the node have in common, tied to n8n.
 *
 * @param cancelled cancelled when the execution is cancelled, which ends also what is under way
 */
export function openRun(
	context: IExecuteFunctions,
	credential: ChannelCredential,
	cancelled: CancellationToken,
): NodeRun {
	const stop = new CancellationToken();
	if (cancelled.isCancelled) stop.cancel();
	cancelled.onCancel(() => {
		stop.cancel();
	});
	const waiting = new WaitingTime();
	const memory = memoryOf(identityOf(context));
	const flows = new Map<CallKind, QueueFlow>();
	return {
		request: createRequest(context, credential, cancelled),
		flow(kind) {
			const known = flows.get(kind);
			if (known !== undefined) return known;
			const flow = queueFor(credential, kind, rateOf(credential, kind)).openFlow(waiting);
			flows.set(kind, flow);
			return flow;
		},
		...memory,
		clock: systemClock,
		random: Math.random,
		stop,
		keys: () => processedKeys(context),
		waiting,
		linkTo: (query) =>
			context.getSignedResumeUrl({ ...query, [linkNames.question]: memory.questionId }),
	};
}

/**
 * The object that all tries of one run have in common, and no other run has. As a tool, the node gets
 * the execution data of its agent, which is the same for every call of the tool: there the arguments
 * tell the calls apart, as n8n tries again with the very same ones.
 */
function identityOf(context: IExecuteFunctions): object {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	if (executeData?.node.name === context.getNode().name) return executeData;
	return context.getInputData()[0]?.json ?? {};
}
