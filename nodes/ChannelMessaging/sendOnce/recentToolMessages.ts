import { canonicalContactId } from '../client/canonicalContactId';
import { hashOf } from '../texts/sha256';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { ExpiringMap } from '../scheduling/expiringMap';
import { KeyedLock } from '../scheduling/keyedLock';
import { expiringState } from '../scheduling/removeExpiredState';

/** A message that a tool of an agent or an MCP server sends. */
export interface ToolMessage {
	workflowId: string | undefined;
	nodeId: string;
	/**
	 * The ID of the execution. `undefined` for MCP clients, whose calls can run without an execution.
	 */
	executionId: string | undefined;
	/** Identifies the call across all of its attempts. A single call may send identical messages. */
	callId: symbol;
	channelKey: string;
	contactId: string;
	content: string;
}

export interface EarlierMessage {
	callId: symbol;
	outcome: 'sent' | 'unknown';
	/** The system time in milliseconds since the epoch. */
	at: number;
}

/** Allows for ten minutes at 25 messages per second. Uses 4 MB. */
const sentLimits = { retentionMs: 10 * 60_000, maxEntries: 15_000 };

/**
 * Allows for an hour in which ten tokens have only unknown outcomes (one every 4 seconds per
 * token).
 */
const unknownLimits = { retentionMs: 60 * 60_000, maxEntries: 9_000 };

/**
 * Remembers the messages that all tools in this process sent recently. Workers don't share this
 * memory, and it is lost when n8n stops.
 *
 * A sent message blocks identical messages of other calls in the same execution. A message with an
 * unknown outcome blocks identical messages in all executions, because the user may ask the model
 * again.
 */
export class RecentToolMessages {
	private readonly locks = new KeyedLock();

	// The keys are hashes, which keep personal data out of memory.

	private readonly sent: ExpiringMap<EarlierMessage>;

	private readonly unknown: ExpiringMap<EarlierMessage>;

	/** @param now returns the system time */
	constructor(
		clock: Clock,
		private readonly now: () => number = Date.now,
	) {
		this.sent = new ExpiringMap(clock, sentLimits);
		this.unknown = new ExpiringMap(clock, unknownLimits);
	}

	/**
	 * Waits while an identical message is being sent. Returns `undefined` if the execution is stopped
	 * in the meantime.
	 */
	async lock<Result>(
		message: ToolMessage,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		return await this.locks.run(inAnyExecution(message), cancellation, perform);
	}

	find(message: ToolMessage): EarlierMessage | undefined {
		const found = [this.unknown.get(inAnyExecution(message)), this.sent.get(inExecution(message))];
		const earlier = found.flatMap((entry) => entry?.value ?? []);
		return earlier.find(({ callId }) => callId !== message.callId);
	}

	record(message: ToolMessage, outcome: EarlierMessage['outcome']): void {
		const { callId } = message;
		const earlier = { callId, outcome, at: this.now() };
		if (outcome === 'unknown') this.unknown.set(inAnyExecution(message), earlier);
		else this.sent.set(inExecution(message), earlier);
	}

	removeExpired(): void {
		this.sent.removeExpired();
		this.unknown.removeExpired();
	}
}

function inAnyExecution(message: ToolMessage): string {
	return inExecution({ ...message, executionId: undefined });
}

function inExecution(message: ToolMessage): string {
	const { workflowId, nodeId, executionId, channelKey, contactId, content } = message;
	const contact = canonicalContactId(contactId);
	return hashOf([workflowId, nodeId, executionId, channelKey, contact, content]);
}

export const recentToolMessages = expiringState(new RecentToolMessages(systemClock));
