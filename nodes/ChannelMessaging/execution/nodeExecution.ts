import { randomBytes } from 'node:crypto';
import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import { ExecutionJournal } from '../client/journal';
import { type ChannelSession, openChannelSession } from '../client/session';
import { ContactLookup } from '../contacts/contactLookup';
import { Stopwatch } from '../rateLimit/stopwatch';
import { CancellationToken } from '../scheduling/cancellation';
import { linkNames, type LinkTo } from '../sendAndWait/question';
import { isTool } from './errors';
import { idempotencyKeysOf, type NodeKeys } from './idempotencyKeys';

/** One attempt of a node execution, and the state that all attempts (Retry On Fail) share. */
export interface NodeExecution {
	/** The results of the requests in all attempts of the node execution. */
	readonly journal: ExecutionJournal;
	/** The ID of the question, if the node asks one. All attempts ask the same question. */
	readonly questionId: string;
	/** Returns the contact cache for the credential's channel. Shared by all attempts. */
	contacts(credential: ChannelCredential): ContactLookup;
	/**
	 * Returns the session for requests with a credential. Each attempt has one session per
	 * credential.
	 */
	session(credential: ChannelCredential): ChannelSession;
	/** A token that is stopped when no more requests may start with any credential. */
	readonly cancellation: CancellationToken;
	/** The total time during which at least one request waited for a rate limit. */
	readonly throttledTime: Stopwatch;
	/**
	 * Returns the idempotency keys of the node. This may access n8n's database, so it must only be
	 * called for messages with an idempotency key.
	 */
	idempotencyKeys(): NodeKeys;
	/** Returns a signed link to the page on which the contact answers the question. */
	readonly linkTo: LinkTo;
	/** Stops listening for cancellation. Must be called at the end of an attempt. */
	close(): void;
}

/**
 * Opens an attempt of a node execution. If n8n cancels the execution, no more requests start, and
 * requests in flight are aborted.
 */
export function openNodeExecution(context: IExecuteFunctions): NodeExecution {
	const cancellation = new CancellationToken();
	const abort = () => {
		cancellation.abort();
	};
	// Adds only one listener, because Node.js warns of a memory leak if a signal has more than ten
	// listeners.
	const signal = context.getExecutionCancelSignal();
	if (signal?.aborted === true) abort();
	signal?.addEventListener('abort', abort, { once: true });
	const node = context.getNode();
	const mayRetry = node.retryOnFail === true || isTool(node);
	const shared = sharedStateOf(identityOf(context), mayRetry);
	const throttledTime = new Stopwatch();
	const { questionId } = shared;
	const isInteractive = context.getMode() === 'manual';
	const sessions = new Map<ChannelCredential, ChannelSession>();
	return {
		...shared,
		session(credential) {
			const session =
				sessions.get(credential) ??
				openChannelSession(context, credential, cancellation, { isInteractive, throttledTime });
			sessions.set(credential, session);
			return session;
		},
		cancellation,
		throttledTime,
		idempotencyKeys: () => idempotencyKeysOf(context),
		linkTo: (query) => context.getSignedResumeUrl({ ...query, [linkNames.question]: questionId }),
		close: () => signal?.removeEventListener('abort', abort),
	};
}

type SharedState = Pick<NodeExecution, 'contacts' | 'journal' | 'questionId'>;

const sharedStates = new WeakMap<object, SharedState>();

/**
 * Returns the state that all attempts (Retry On Fail) of a node execution share. n8n passes the
 * same execution data object to each attempt. The state is released together with this object.
 */
export function sharedStateOf(executionData: object, mayRetry = true): SharedState {
	const byChannel = new Map<string, ContactLookup>();
	const state = sharedStates.get(executionData) ?? {
		journal: new ExecutionJournal(mayRetry),
		// A question's ID is shorter than a UUID, because each link contains it. n8n's signature
		// protects the links.
		questionId: randomBytes(8).toString('base64url'),
		contacts(credential) {
			const { channelKey } = credential;
			const contacts = byChannel.get(channelKey) ?? new ContactLookup(channelKey);
			byChannel.set(channelKey, contacts);
			return contacts;
		},
	};
	sharedStates.set(executionData, state);
	return state;
}

/**
 * Returns an object that identifies a node execution and that all of its attempts share.
 *
 * n8n passes the same execution data to all tool calls of an AI agent. That's why this function
 * returns the arguments object of a tool call instead. n8n reuses this object for each attempt of
 * the call.
 */
function identityOf(context: IExecuteFunctions): object {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	if (executeData?.node.name === context.getNode().name) return executeData;
	return context.getInputData()[0]?.json ?? {};
}
