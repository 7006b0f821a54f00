import { orderingKey } from '../client/model';
import { hashOf } from '../texts/sha256';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/** A message that a tool of an agent or an MCP server sends. */
export interface ToolMessage {
	workflowId: string | undefined;
	nodeId: string;
	/** `undefined` for MCP clients, whose calls can run without an execution. */
	executionId: string | undefined;
	/** Identifies the call in all of its attempts. A single call may send equal messages. */
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

interface Memory {
	retentionMs: number;
	maxMessages: number;
}

/** Enough for ten minutes at 25 messages per second. Uses 4 MB. */
const sentMemory: Memory = { retentionMs: 10 * 60_000, maxMessages: 15_000 };

/**
 * Enough for an hour in which ten tokens only have unknown outcomes (one every 4 seconds per
 * token).
 */
const unknownMemory: Memory = { retentionMs: 60 * 60_000, maxMessages: 9_000 };

/** Recent messages by hash, oldest first. Hashes keep personal data out of memory. */
class RecentMessages {
	private readonly messages = new Map<string, EarlierMessage & { recordedAt: number }>();

	constructor(
		private readonly clock: Clock,
		private readonly memory: Memory,
	) {}

	get(key: string): EarlierMessage | undefined {
		this.removeExpired();
		return this.messages.get(key);
	}

	add(key: string, message: EarlierMessage): void {
		this.messages.delete(key);
		this.messages.set(key, { ...message, recordedAt: this.clock.now() });
		const [oldest = ''] = this.messages.keys();
		if (this.messages.size > this.memory.maxMessages) this.messages.delete(oldest);
	}

	removeExpired(): void {
		const expiredSince = this.clock.now() - this.memory.retentionMs;
		for (const [key, { recordedAt }] of this.messages) {
			if (recordedAt > expiredSince) return;
			this.messages.delete(key);
		}
	}
}

/**
 * Remembers the messages that all tools in this process sent recently. Workers don't share this
 * memory, and it is lost when n8n stops.
 *
 * A sent message blocks equal messages of other calls in the same execution. A message with an
 * unknown outcome blocks them in all executions, because the user may ask the model again.
 */
export class ToolMessages {
	private readonly locks = new KeyedLock();

	private readonly sent: RecentMessages;

	private readonly unknown: RecentMessages;

	/** @param now returns the system time */
	constructor(
		clock: Clock,
		private readonly now: () => number = Date.now,
	) {
		this.sent = new RecentMessages(clock, sentMemory);
		this.unknown = new RecentMessages(clock, unknownMemory);
	}

	/**
	 * Waits while an equal message is being sent. Returns `undefined` if the execution is stopped in
	 * the meantime.
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
		return found.find((earlier) => earlier !== undefined && earlier.callId !== message.callId);
	}

	record(message: ToolMessage, outcome: EarlierMessage['outcome']): void {
		const { callId } = message;
		const earlier = { callId, outcome, at: this.now() };
		if (outcome === 'unknown') this.unknown.add(inAnyExecution(message), earlier);
		else this.sent.add(inExecution(message), earlier);
	}

	/** Called by every execution, because expired entries would otherwise stay in memory. */
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
	const contact = orderingKey(contactId);
	return hashOf([workflowId, nodeId, executionId, channelKey, contact, content]);
}

export const toolMessages = new ToolMessages(systemClock);
