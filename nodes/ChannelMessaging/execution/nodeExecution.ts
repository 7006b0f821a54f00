import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { MessageIntervals } from '../campaign/messageIntervals';
import { createLinkRequest, type RequestLink } from '../chat/requestLink';
import type { ChannelCredential } from '../client/credential';
import { type ChannelSession, openChannelSession } from '../client/channelSession';
import type { SendRequest } from '../client/sendRequest';
import type { WaitingTime } from '../rateLimit/waitingTime';
import { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import { expiringState } from '../scheduling/removeExpiredState';
import type { TimeSlice } from '../scheduling/timeSlicer';
import type { TimeZone } from '../scheduling/timeZone';
import { linkNames, type LinkTo } from '../sendAndWait/question';
import { KeysSharedByExecutions, type NodeKeys } from '../sendOnce/keysSharedByExecutions';
import type { ExecutionMessages } from '../sendOnce/failedExecutions';
import type { ToolMessage } from '../sendOnce/recentToolMessages';
import { lowestRates, type Rates } from './lowestRates';
import type { Attempts } from './retryOnFailState';
import type { ChannelItems } from './channelItems';
import type { ItemCredential } from './itemCredentials';
import { isCalledByMcpClient } from './isCalledByMcpClient';
import { isTool } from './isTool';
import { toolNodeId } from './toolNodeId';

const sharedKeys = expiringState(new KeysSharedByExecutions(systemClock));

const messageIntervals = expiringState(new MessageIntervals(systemClock));

/**
 * A single attempt of a node execution. When the execution is cancelled, its requests in flight are
 * aborted.
 */
export class NodeExecution {
	/** Stops the requests of all credentials. */
	readonly cancellation = new CancellationToken();

	/** The time during which at least one request waited for a rate limit. */
	readonly throttledTime: WaitingTime = { milliseconds: 0, countedUntil: -Infinity };

	isClosed = false;

	/** The iterations of a loop have the same ID so that they share their turns in the queue. */
	private readonly flowId: string | undefined;

	readonly mayRetry: boolean;

	/** Identifies the tool call. Unset if the node isn't a tool. */
	readonly toolCall: Pick<ToolMessage, 'executionId' | 'nodeId' | 'workflowId'> | undefined;

	/** Hints about single items. The UI shows only the first hint and the number of others. */
	readonly itemHints = new Set<string>();

	/** The time zones of the items' sending hours, by item index. */
	readonly zones = new Map<number, TimeZone>();

	/** Items that are being processed, by `channelKey`. */
	channels: ReadonlyMap<string, Pick<ChannelItems, 'upcomingContactRequests'>> = new Map();

	/** The sessions, by `channelKey`. Items can have different credentials for the same channel. */
	private readonly sessions = new Map<string, ChannelSession>();

	/** The lowest rates among each channel's credentials, by `channelKey`. */
	private readonly rates: ReadonlyMap<string, Rates>;

	private outputBytes = 0;

	private keys: ReturnType<KeysSharedByExecutions['acquire']> | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		credentials: readonly ItemCredential[],
		readonly attempts: Attempts,
		/** Messages that a later execution must not resend. Unset if later executions may resend them. */
		readonly messages: ExecutionMessages | undefined,
	) {
		const node = context.getNode();
		const executionId = isCalledByMcpClient(context) ? undefined : context.getExecutionId();
		if (executionId !== undefined) this.flowId = JSON.stringify([executionId, node.id]);
		this.mayRetry = node.retryOnFail === true || isTool(node);
		if (isTool(node)) {
			const { id: workflowId } = context.getWorkflow();
			this.toolCall = { workflowId, nodeId: toolNodeId(context), executionId };
		}
		this.rates = lowestRates(
			[...new Set(credentials)].flatMap((item) => (item.kind === 'read' ? item.credential : [])),
		);
		messages?.use([...this.rates.keys()]);
		// All sessions share one listener because Node.js warns about a memory leak above ten
		// listeners.
		const signal = context.getExecutionCancelSignal();
		if (signal?.aborted === true) this.abort();
		signal?.addEventListener('abort', this.abort, { once: true });
	}

	session(credential: ChannelCredential): ChannelSession {
		const { context, cancellation, rates, throttledTime, flowId } = this;
		const { channelKey, baseUrl, token, decrypted } = credential;
		const known = this.sessions.get(channelKey);
		if (known !== undefined) return known;
		const { messagesPerSecond, contactCallsPerMinute } = rates.get(channelKey) ?? credential;
		// An invalid token stops only its own session.
		const session = openChannelSession(
			context,
			{ channelKey, baseUrl, token, decrypted, messagesPerSecond, contactCallsPerMinute },
			rates.size === 1 ? cancellation : cancellation.child(),
			{
				isInteractive: context.getMode() === 'manual',
				throttledTime,
				flowId,
				upcomingContactRequests: () => this.channels.get(channelKey)?.upcomingContactRequests ?? 0,
			},
		);
		this.sessions.set(channelKey, session);
		return session;
	}

	/**
	 * The keys stay in use until `close` is called. Read this property only for messages with a key,
	 * because loading the keys can query n8n's database.
	 */
	get idempotencyKeys(): NodeKeys {
		return (this.keys ??= sharedKeys.acquire(this.context));
	}

	/** Keeps the interval between all messages of the execution, across loops and attempts. */
	paced(send: SendRequest, intervalMs: number, cancellation: CancellationToken): SendRequest {
		const owner = this.flowId ?? this.attempts;
		return messageIntervals.limit(send, { owner, intervalMs, cancellation });
	}

	/** Counts an item's output toward the memory limit. */
	async keep(output: readonly IDataObject[], slice: TimeSlice): Promise<void> {
		this.outputBytes += await this.attempts.memory.addAll(output, slice);
	}

	readonly linkTo: LinkTo = (query) =>
		this.context.getSignedResumeUrl({ ...query, [linkNames.question]: this.attempts.questionId });

	linkRequest(cancellation: CancellationToken): RequestLink {
		return createLinkRequest(this.context, cancellation);
	}

	readonly addHint = (hint: string): void => void this.itemHints.add(hint);

	/** Must be called at the end of each attempt. */
	close(): void {
		this.isClosed = true;
		// n8n discards the output of this attempt if it retries the node.
		this.attempts.memory.remove(this.outputBytes);
		this.keys?.release();
		for (const [channelKey, { tokenError }] of this.sessions) {
			if (tokenError !== undefined) this.messages?.reject(channelKey);
		}
		this.context.getExecutionCancelSignal()?.removeEventListener('abort', this.abort);
	}

	private readonly abort = (): void => {
		this.cancellation.abort();
	};
}
