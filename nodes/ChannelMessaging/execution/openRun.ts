import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { ChannelType } from '../api/identifier';
import type { ContactMemory } from '../contacts/contactMemory';
import type { ChannelCredential } from '../http/credential';
import { type LinkTo, linkNames } from '../questions/question';
import { WaitingTime } from '../rateLimit/waitingTime';
import type { Run } from '../requests/callWithRetry';
import { openCalls } from '../requests/openCalls';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { processedKeys } from './processedKeys';
import { memoryOf } from './runMemory';

/** A run of the node in n8n. */
export interface NodeRun extends Run {
	readonly channelType: ChannelType;
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
	const waiting = new WaitingTime();
	const memory = memoryOf(identityOf(context));
	return {
		...openCalls(context, credential, cancelled, { time: waiting }),
		...memory,
		channelType: credential.channelType,
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
