import { orderingKey } from '../client/channel';
import { hashOf } from '../client/hash';
import type { Clock } from '../scheduling/clock';

/** Time to correct an item and execute the workflow again. */
const retentionMs = 60 * 60_000;

/** Sent by an execution that a user started. */
export interface PersonalMessage {
	channelKey: string;
	contactId: string;
	/** Equal for the same text, or for files with the same name and content. */
	content: string;
}

type Outcome = 'sent' | 'unknown';

/** Equal messages by hash, which keeps personal data out of memory. */
type Counts = Map<string, number>;

/**
 * Messages that an execution of a node sent or skipped, and those of stopped executions before it.
 * Equal messages are counted, as some repetitions are intended.
 */
export class ExecutionMessages {
	private readonly done: Counts = new Map();

	/** Whether the node failed when it last ran in this execution. */
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

	/** Call on every start of the node in this execution, including retries. */
	begin(): void {
		this.hasFailed = false;
	}

	/** Call when the node ends with an error. */
	fail(): void {
		this.hasFailed = true;
		this.changedAt = this.clock.now();
	}

	/** Includes stopping the execution during another node. */
	get hasStopped(): boolean {
		return this.hasFailed || this.cancelSignal?.aborted === true;
	}

	/**
	 * Whether a stopped execution sent this, with one of the outcomes. If so, it now belongs to this
	 * execution.
	 */
	takeEarlier(message: PersonalMessage, outcomes: readonly Outcome[]): boolean {
		const keys = outcomes.map((outcome) => keyOf(message, outcome));
		const known = keys.find((key) => (this.earlier.get(key) ?? 0) > 0);
		if (known === undefined) return false;
		this.earlier.set(known, (this.earlier.get(known) ?? 0) - 1);
		this.add(known);
		return true;
	}

	/** Call for messages that were or may have been sent. */
	record(message: PersonalMessage, outcome: Outcome): void {
		this.add(keyOf(message, outcome));
	}

	/** Before an attempt resends a message with an unknown outcome. */
	withdraw(message: PersonalMessage): void {
		const key = keyOf(message, 'unknown');
		this.done.set(key, Math.max(0, (this.done.get(key) ?? 0) - 1));
	}

	/** What the next execution must not resend if this one stopped. */
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
 * The latest execution of each node that a user started. If it stopped, the next one doesn't resend
 * its messages. Forgotten after an hour, when n8n stops, and when the node ends without an error.
 */
export class StoppedExecutions {
	private readonly latest = new Map<string, LatestExecution>();

	constructor(private readonly clock: Clock) {}

	/**
	 * All iterations of a loop get the same object.
	 *
	 * @param owner workflow and node
	 * @param executionId n8n always sets it, despite the type
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

	/** Called by every execution. Expired entries would stay in memory otherwise. */
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
