import type { IDataObject, IExecuteFunctions, INode, WorkflowExecuteMode } from 'n8n-workflow';

import { createLinkRequest, type RequestLink } from '../chat/questionLink';
import type { ChannelCredential } from '../client/credential';
import { isRecord } from '../client/model';
import { type ChannelSession, openChannelSession } from '../client/session';
import { recentChanges } from '../contacts/recentChanges';
import { recentCreations } from '../contacts/recentCreations';
import type { Stopwatch } from '../rateLimit/stopwatch';
import { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import type { TimeSlice } from '../scheduling/timeSlicer';
import { linkNames, type LinkTo } from '../sendAndWait/question';
import { KeyRegistry, type NodeKeys } from '../sendOnce/keyRegistry';
import { type ExecutionMessages, StoppedExecutions } from '../sendOnce/stoppedExecutions';
import { type ToolMessage, toolMessages } from '../sendOnce/toolMessages';
import type { Attempts } from './attempts';
import type { ItemCredential } from './itemCredentials';

const keyRegistry = new KeyRegistry(systemClock);

const stoppedExecutions = new StoppedExecutions(systemClock);

/**
 * One attempt of a node execution. If n8n cancels the execution, no more requests start, and
 * requests in flight are aborted.
 */
export class NodeExecution {
	/** Stops when no more requests may be sent with any credential. */
	readonly cancellation = new CancellationToken();

	/** The total time during which at least one request waited for a rate limit. */
	readonly throttledTime: Stopwatch = { milliseconds: 0, countedUntil: -Infinity };

	isClosed = false;

	/**
	 * Requests with the same flow ID take turns as one flow, including all iterations of a loop.
	 */
	private readonly flowId: string | undefined;

	readonly mayRetry: boolean;

	/** `undefined` if the node isn't a tool. */
	readonly toolCall: Pick<ToolMessage, 'executionId' | 'nodeId' | 'workflowId'> | undefined;

	/** Messages that another execution must not resend. `undefined` if resending is allowed. */
	readonly messages: ExecutionMessages | undefined;

	/** Hints about individual items. The UI shows the first one and the number of others. */
	readonly itemHints = new Set<string>();

	private readonly sessions = new Map<ChannelCredential, ChannelSession>();

	private readonly hasOneCredential: boolean;

	private outputBytes = 0;

	private keys: ReturnType<KeyRegistry['acquire']> | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		credentials: readonly ItemCredential[],
		readonly attempts: Attempts,
		{ remembersMessages }: { remembersMessages: boolean },
	) {
		stoppedExecutions.removeExpired();
		recentChanges.removeExpired();
		recentCreations.removeExpired();
		toolMessages.removeExpired();
		const node = context.getNode();
		const executionId = isCalledByMcpClient(context) ? undefined : context.getExecutionId();
		if (executionId !== undefined) this.flowId = JSON.stringify([executionId, node.id]);
		this.mayRetry = node.retryOnFail === true || isTool(node);
		if (isTool(node)) {
			this.toolCall = { workflowId: context.getWorkflow().id, nodeId: node.id, executionId };
		}
		if (remembersMessages) {
			// `begin` is called in each attempt, because another execution can start between two
			// attempts.
			this.messages = attempts.messages ??= stoppedExecutions.begin(
				[context.getWorkflow().id, node.id],
				context.getExecutionId(),
				context.getExecutionCancelSignal(),
			);
			this.messages.begin();
		}
		this.hasOneCredential = credentials.every((credential) => credential === credentials[0]);
		// Only this class listens to the cancel signal, because Node.js warns about a memory leak
		// if a signal has more than ten listeners, and there can be many sessions.
		const signal = context.getExecutionCancelSignal();
		if (signal?.aborted === true) this.abort();
		signal?.addEventListener('abort', this.abort, { once: true });
	}

	session(credential: ChannelCredential): ChannelSession {
		const { context, cancellation, throttledTime, flowId } = this;
		const known = this.sessions.get(credential);
		if (known !== undefined) return known;
		// An invalid token stops only the session that uses the token.
		const session = openChannelSession(
			context,
			credential,
			this.hasOneCredential ? cancellation : cancellation.child(),
			{ isInteractive: context.getMode() === 'manual', throttledTime, flowId },
		);
		this.sessions.set(credential, session);
		return session;
	}

	/**
	 * Idempotency keys, which stay in use until `close`. Loading them can query n8n's database, so
	 * this must only be read for messages with an idempotency key.
	 */
	get idempotencyKeys(): NodeKeys {
		return (this.keys ??= keyRegistry.acquire(this.context));
	}

	/** Adds an item's output to the limited memory for outputs. */
	async keep(output: readonly IDataObject[], slice: TimeSlice): Promise<void> {
		this.outputBytes += await this.attempts.kept.addAll(output, slice);
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
		// n8n drops this attempt's output if it retries the node.
		this.attempts.kept.remove(this.outputBytes);
		this.keys?.release();
		this.context.getExecutionCancelSignal()?.removeEventListener('abort', this.abort);
	}

	private readonly abort = (): void => {
		this.cancellation.abort();
	};
}

/**
 * n8n adds the suffix `Tool` to a tool's node type. The suffix `HitlTool` instead marks nodes for
 * the human review of tool calls.
 */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool') && !node.type.endsWith('HitlTool');
}

/**
 * Modes of executions started by a person: in the editor, or with *Retry* in the executions list.
 */
const personalModes: readonly WorkflowExecuteMode[] = ['manual', 'retry'];

/** Whether a person started the execution and can rerun it after a failure. Excludes tool calls. */
export function isExecutedByPerson(context: IExecuteFunctions): boolean {
	return personalModes.includes(context.getMode()) && !isTool(context.getNode());
}

/**
 * Whether an MCP client called the node. Depending on its release and mode, n8n runs such calls
 * before their execution exists, or each call in its own execution.
 */
function isCalledByMcpClient(context: IExecuteFunctions): boolean {
	const parent: unknown = Reflect.get(context, 'parentNode');
	return isRecord(parent) && String(parent.type).endsWith('.mcpTrigger');
}
