import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { CallKind } from '../channel/call';
import { Halt } from '../delivery/halt';
import { ledgerOf } from '../delivery/ledger';
import type { Run } from '../delivery/place';
import { queueFor } from '../rateLimit/queueRegistry';
import type { QueueFlow } from '../rateLimit/rateLimitedQueue';
import { systemClock } from '../rateLimit/systemClock';
import { WaitingTime } from '../rateLimit/waitingTime';
import { type ChannelCredential, rateOf } from './credential';
import { processedKeys } from './processedKeys';
import { createRequest } from './request';

/** A run, and for how long some call of it waited for a rate limit so far. */
export interface NodeRun extends Run {
	readonly waiting: WaitingTime;
}

/**
 * What the calls of this run of the node have in common, tied to n8n.
 *
 * @param cancelled halted when the execution is cancelled, which ends also what is under way
 */
export function openRun(
	context: IExecuteFunctions,
	credential: ChannelCredential,
	cancelled: Halt,
): NodeRun {
	const halt = new Halt();
	if (cancelled.isHalted) halt.now();
	cancelled.onHalt(() => {
		halt.now();
	});
	const waiting = new WaitingTime();
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
		ledger: ledgerOf(identityOf(context)),
		clock: systemClock,
		random: Math.random,
		halt,
		keys: () => processedKeys(context, credential.messagesPerSecond),
		waiting,
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
