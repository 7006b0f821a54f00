import { randomBytes } from 'node:crypto';
import type { IExecuteData, IExecuteFunctions, INode } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import { type ChannelSession, openChannelSession } from '../client/session';
import { ContactLookup } from '../contacts/contactLookup';
import { recentCreations } from '../contacts/recentCreations';
import type { Stopwatch } from '../rateLimit/stopwatch';
import { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import { linkNames, type LinkTo } from '../sendAndWait/question';
import { ItemJournal } from '../sendOnce/journal';
import { KeyRegistry, type NodeKeys } from '../sendOnce/keyRegistry';
import type { ItemCredential } from './itemCredentials';

/** State shared by all attempts (Retry On Fail) of a node execution. */
interface SharedState {
	readonly journals: Map<number, ItemJournal>;
	readonly contacts: Map<string, ContactLookup>;
	questionId?: string;
}

/**
 * n8n passes the same execution data object to each attempt. The state is garbage-collected
 * together with that object.
 */
const sharedStates = new WeakMap<object, SharedState>();

const keyRegistry = new KeyRegistry(systemClock);

/**
 * One attempt of a node execution. If n8n cancels the execution, no more requests start, and
 * requests in flight are aborted.
 */
export class NodeExecution {
	/** Stopped when no more requests may be sent with any credential. */
	readonly cancellation = new CancellationToken();

	/** The total time during which at least one request waited for a rate limit. */
	readonly throttledTime: Stopwatch = { milliseconds: 0, countedUntil: -Infinity };

	isClosed = false;

	readonly mayRetry: boolean;

	private readonly shared: SharedState;

	private readonly sessions = new Map<ChannelCredential, ChannelSession>();

	private readonly hasOneCredential: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		credentials: readonly ItemCredential[],
	) {
		recentCreations.removeExpired();
		const node = context.getNode();
		this.mayRetry = node.retryOnFail === true || isTool(node);
		this.hasOneCredential = credentials.every((credential) => credential === credentials[0]);
		const owner = ownerOf(context);
		this.shared = sharedStates.get(owner) ?? { journals: new Map(), contacts: new Map() };
		sharedStates.set(owner, this.shared);
		// Sessions don't listen to the cancel signal themselves, because Node.js warns about a memory
		// leak if a signal has more than ten listeners.
		const signal = context.getExecutionCancelSignal();
		if (signal?.aborted === true) this.abort();
		signal?.addEventListener('abort', this.abort, { once: true });
	}

	session(credential: ChannelCredential): ChannelSession {
		const { context, cancellation, throttledTime } = this;
		const known = this.sessions.get(credential);
		if (known !== undefined) return known;
		// An invalid token stops only the session that uses the token.
		const session = openChannelSession(
			context,
			credential,
			this.hasOneCredential ? cancellation : cancellation.child(),
			{ isInteractive: context.getMode() === 'manual', throttledTime },
		);
		this.sessions.set(credential, session);
		return session;
	}

	contacts({ channelKey }: ChannelCredential): ContactLookup {
		const { contacts } = this.shared;
		const known = contacts.get(channelKey);
		if (known !== undefined) return known;
		const lookup = new ContactLookup(channelKey);
		contacts.set(channelKey, lookup);
		return lookup;
	}

	journal(itemIndex: number): ItemJournal {
		const { journals } = this.shared;
		const journal = journals.get(itemIndex) ?? new ItemJournal();
		journals.set(itemIndex, journal);
		return journal;
	}

	hasResults(itemIndex: number): boolean {
		return (this.shared.journals.get(itemIndex)?.results.size ?? 0) > 0;
	}

	/** Can query n8n's database, so it must only be called for messages with an idempotency key. */
	idempotencyKeys(): NodeKeys {
		return keyRegistry.keysFor(this.context);
	}

	/**
	 * The question's ID stays the same in all attempts. It is shorter than a UUID to keep links short.
	 * A short ID is safe, because n8n signs the links.
	 */
	get questionId(): string {
		return (this.shared.questionId ??= randomBytes(8).toString('base64url'));
	}

	readonly linkTo: LinkTo = (query) =>
		this.context.getSignedResumeUrl({ ...query, [linkNames.question]: this.questionId });

	/** Must be called at the end of each attempt. */
	close(): void {
		this.isClosed = true;
		this.context.getExecutionCancelSignal()?.removeEventListener('abort', this.abort);
	}

	private readonly abort = (): void => {
		this.cancellation.abort();
	};
}

/**
 * n8n adds the suffix `Tool` to the node type of a tool. The suffix `HitlTool` marks nodes for the
 * human review of tool calls.
 */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool') && !node.type.endsWith('HitlTool');
}

/**
 * Returns an object that identifies a node execution in all of its attempts.
 *
 * n8n passes the same execution data to all tool calls of an AI agent. A tool call is identified by
 * its arguments instead, because each attempt receives the same arguments object.
 */
function ownerOf(context: IExecuteFunctions): object {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	if (executeData?.node.name === context.getNode().name) return executeData;
	return context.getInputData()[0]?.json ?? {};
}
