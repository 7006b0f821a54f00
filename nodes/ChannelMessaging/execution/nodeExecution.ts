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

/** State shared by all attempts (Retry On Fail) of one node execution. */
interface AttemptState {
	readonly journal: ExecutionJournal;
	/** By channel key. */
	readonly contacts: Map<string, ContactMemory>;
	/** The ID of the question, if the node asks one. All attempts ask the same question. */
	readonly questionId: string;
}

/** State shared by all requests of a node execution with one credential. */
export interface ChannelRun extends Run {
	readonly channelType: ChannelType;
	readonly contacts: ContactMemory;
	/** Contacts that any execution of this process created recently in the same channel. */
	readonly creations: ChannelCreations;
	/** Adds the channel to a key, so that the keys of different channels differ. */
	keyOf(key: string): string;
}

/** A node execution. */
export interface NodeExecution {
	/** Cancelled when no more requests may start, with any credential. */
	readonly stop: CancellationToken;
	readonly questionId: string;
	/** Returns the same object for the same credential. */
	channel(credential: ChannelCredential): ChannelRun;
	/** The total time in which at least one request waited for a rate limit. */
	readonly waiting: Stopwatch;
	/** Returns a link to the page of the question. */
	readonly linkTo: LinkTo;
	/** Removes the listener for cancellation. Must be called at the end. */
	close(): void;
}

/**
 * Opens this node execution. If n8n cancels it, no more requests start, and requests in flight are
 * aborted.
 */
export function openNodeExecution(context: IExecuteFunctions): NodeExecution {
	const cancelled = new CancellationToken();
	const cancel = () => {
		cancelled.cancel();
	};
	// A single listener, because Node.js warns of a memory leak if a signal has more than ten.
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
 * Returns the state shared by all attempts of one node execution. Retry On Fail runs a node with
 * the same execution data object for each attempt. The state is released when n8n releases this
 * object.
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
 * Returns an object that all attempts of one node execution share, and no other execution has.
 *
 * If the node is a tool, n8n passes the execution data of its agent, which is the same for all
 * calls of the tool. In this case, returns the tool's arguments, because n8n reuses the same object
 * for each attempt of a call.
 */
function identityOf(context: IExecuteFunctions): object {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	if (executeData?.node.name === context.getNode().name) return executeData;
	return context.getInputData()[0]?.json ?? {};
}

/** State shared by all requests of a node execution. */
export interface Run extends RequestContext {
	journal: ExecutionJournal;
	/** Called only for messages with an idempotency key, because it can access n8n's database. */
	keys(): RunKeys;
}
