import { orderingKey } from '../client/channel';
import { hashOf } from '../client/hash';
import type { Clock } from '../scheduling/clock';

/** Enough time to correct an item and to execute the workflow again. */
const retentionMs = 60 * 60_000;

/** A message of an execution that a person started. */
export interface PersonalMessage {
	channelKey: string;
	contactId: string;
	/** Equal for messages with the same text, and for files with the same name and content. */
	content: string;
}

type Outcome = 'sent' | 'unknown';

/** Messages by their hash, which keeps personal data out of memory. */
type Counts = Map<string, number>;

/**
 * What one execution of a node has sent or skipped, and what executions before it sent that stopped.
 * Entries are counted, so that equal messages that are intended arrive as often as intended.
 */
export class ExecutionMessages {
	private readonly done: Counts = new Map();

	/** Whether the latest run of the node in this execution failed. */
	private hasFailed = false;

	private changedAt: number;

	constructor(
		private readonly clock: Clock,
		private readonly earlier: Counts,
		private readonly cancelSignal: AbortSignal | undefined,
	) {
		this.changedAt = clock.now();
	}

	get lastChangedAt(): number {
		return this.changedAt;
	}

	/** Must be called when an attempt of a run begins. */
	begin(): void {
		this.hasFailed = false;
	}

	/** Must be called when a run of the node ends with an error. */
	fail(): void {
		this.hasFailed = true;
		this.changedAt = this.clock.now();
	}

	/** A person can stop an execution while another node runs. */
	get hasStopped(): boolean {
		return this.hasFailed || this.cancelSignal?.aborted === true;
	}

	/**
	 * Returns whether an execution that stopped sent the message, with one of the outcomes. The message
	 * then counts as sent here.
	 */
	takeEarlier(message: PersonalMessage, outcomes: readonly Outcome[]): boolean {
		const keys = outcomes.map((outcome) => keyOf(message, outcome));
		const known = keys.find((key) => (this.earlier.get(key) ?? 0) > 0);
		if (known === undefined) return false;
		this.earlier.set(known, (this.earlier.get(known) ?? 0) - 1);
		this.add(known);
		return true;
	}

	/** Must be called for each message that was sent or may have been sent. */
	record(message: PersonalMessage, outcome: Outcome): void {
		this.add(keyOf(message, outcome));
	}

	/** Must be called before a message that may have been sent is sent again, in a later attempt. */
	withdraw(message: PersonalMessage): void {
		const key = keyOf(message, 'unknown');
		this.done.set(key, Math.max(0, (this.done.get(key) ?? 0) - 1));
	}

	/** What the next execution must not send again, if this one stopped. */
	known(): Counts {
		const counts = new Map(this.done);
		for (const [key, count] of this.earlier) counts.set(key, count + (counts.get(key) ?? 0));
		return counts;
	}

	private add(key: string): void {
		this.done.set(key, (this.done.get(key) ?? 0) + 1);
		this.changedAt = this.clock.now();
	}
}

interface LatestExecution {
	executionId: string | undefined;
	messages: ExecutionMessages;
}

/**
 * The latest execution of each node that a person started. If it stopped, the next one doesn't send
 * its messages again. Forgotten after an hour, with the process, and when an execution of the node
 * ends without an error.
 */
export class StoppedExecutions {
	private readonly latest = new Map<string, LatestExecution>();

	constructor(private readonly clock: Clock) {}

	/**
	 * In a loop, the runs of an execution share their messages.
	 *
	 * @param owner the workflow and the node
	 * @param executionId n8n always has one, although its type allows `undefined`
	 */
	begin(
		owner: readonly unknown[],
		executionId: string | undefined,
		cancelSignal: AbortSignal | undefined,
	): ExecutionMessages {
		this.removeExpired();
		const key = hashOf(owner);
		const latest = this.latest.get(key);
		if (latest !== undefined && latest.executionId === executionId) return latest.messages;
		const isStopped = latest?.messages.hasStopped === true;
		const earlier: Counts = isStopped ? latest.messages.known() : new Map();
		const messages = new ExecutionMessages(this.clock, earlier, cancelSignal);
		this.latest.set(key, { executionId, messages });
		return messages;
	}

	/** Must also be called by other executions, so that expired entries don't stay in memory. */
	removeExpired(): void {
		const expiredSince = this.clock.now() - retentionMs;
		for (const [owner, { messages }] of this.latest) {
			if (messages.lastChangedAt <= expiredSince) this.latest.delete(owner);
		}
	}
}

function keyOf({ channelKey, contactId, content }: PersonalMessage, outcome: Outcome): string {
	return hashOf([channelKey, orderingKey(contactId), content, outcome]);
}
