import type { RequestContext } from '../client/sendRequest';
import type { RunKeys } from './idempotencyKeys';
import { randomUUID } from 'node:crypto';
import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { ChannelType } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { ExecutionJournal } from '../client/journal';
import { openRequestContext } from '../client/sendRequest';
import { type ChannelCreations, ContactMemory, recentCreations } from '../contacts/contactLookup';
import { Stopwatch } from '../rateLimit/rateLimitedQueue';
import { CancellationToken } from '../scheduling/cancellation';
import { linkNames, type LinkTo } from '../sendAndWait/question';
import { isTool } from './errors';
import { processedKeys } from './idempotencyKeys';

/** What the tries of one run of a node know of each other. */
interface AttemptState {
	readonly journal: ExecutionJournal;
	/** By channel. */
	readonly contacts: Map<string, ContactMemory>;
	/** Of the question that it asks, if it asks one: a further try asks the same one. */
	readonly questionId: string;
}

/** What the requests of a run with one credential have in common. */
export interface ChannelRun extends Run {
	readonly channelType: ChannelType;
	readonly contacts: ContactMemory;
	/** Contacts that any execution created recently in the same channel. */
	readonly creations: ChannelCreations;
	/** Returns a key that differs from those of other channels. */
	keyOf(key: string): string;
}

/** A run of the node in n8n. */
export interface NodeExecution {
	/** Cancelled when no further request may start, with any credential. */
	readonly stop: CancellationToken;
	readonly questionId: string;
	/** Returns the same object for the same credential. */
	channel(credential: ChannelCredential): ChannelRun;
	/** For how long some call of it waited for a rate limit so far. */
	readonly waiting: Stopwatch;
	/** Links to the page of the run's question. */
	readonly linkTo: LinkTo;
	/** Lets go of the execution; to be called at the end. */
	close(): void;
}

/** Opens this run of the node, whose calls end when the execution is cancelled. */
export function openNodeExecution(context: IExecuteFunctions): NodeExecution {
	const cancelled = new CancellationToken();
	const cancel = () => {
		cancelled.cancel();
	};
	// One listener for all calls: Node.js warns of a leak when more than ten listen to a signal.
	const signal = context.getExecutionCancelSignal();
	if (signal?.aborted === true) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	const waiting = new Stopwatch();
	const node = context.getNode();
	const mayRetry = node.retryOnFail === true || isTool(node);
	const memory = attemptStateOf(identityOf(context), mayRetry);
	const { journal, questionId } = memory;
	const stop = cancelled.child();
	const openChannel = (credential: ChannelCredential): ChannelRun => {
		const { channelKey, channelType } = credential;
		const contacts = memory.contacts.get(channelKey) ?? new ContactMemory();
		memory.contacts.set(channelKey, contacts);
		return {
			...openRequestContext(context, credential, cancelled, { time: waiting, stop }),
			journal,
			channelType,
			contacts,
			creations: recentCreations.ofChannel(credential),
			keys: () => processedKeys(context),
			keyOf: (key) => `${channelKey} ${key}`,
		};
	};
	const channels = new Map<ChannelCredential, ChannelRun>();
	return {
		stop,
		questionId,
		channel: (credential) => {
			const channel = channels.get(credential) ?? openChannel(credential);
			channels.set(credential, channel);
			return channel;
		},
		waiting,
		linkTo: (query) => context.getSignedResumeUrl({ ...query, [linkNames.question]: questionId }),
		close: () => signal?.removeEventListener('abort', cancel),
	};
}

const memories = new WeakMap<object, AttemptState>();

/**
 * The memory of one run of a node. n8n's Retry On Fail runs a node again with the very same object of
 * execution data, so the tries of one run find each other's memory, and nothing is kept when n8n lets
 * go of the object.
 */
export function attemptStateOf(executionData: object, mayRetry = true): AttemptState {
	const memory = memories.get(executionData) ?? {
		journal: new ExecutionJournal(mayRetry),
		contacts: new Map<string, ContactMemory>(),
		questionId: randomUUID(),
	};
	memories.set(executionData, memory);
	return memory;
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

/** What the calls of one run of the node have in common. */
export interface Run extends RequestContext {
	journal: ExecutionJournal;
	/** Asked only where something is sent once for a key. */
	keys(): RunKeys;
}
