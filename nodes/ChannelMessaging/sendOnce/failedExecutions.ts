import { orderingKey } from '../client/model';
import { hashOf } from '../texts/sha256';
import type { Clock } from '../scheduling/clock';

/** How long users have to correct an item and execute the workflow again. */
const retentionMs = 60 * 60_000;

/** A message from an execution that a user started. */
export interface PersonalMessage {
	channelKey: string;
	contactId: string;
	/** Equal for the same text, and for files with the same name and content. */
	content: string;
}

type Outcome = 'sent' | 'unknown';

/** The number of equal messages by hash. Hashes keep personal data out of memory. */
type Counts = Map<string, number>;

/**
 * The messages that an execution of a node sent or skipped, including messages of earlier
 * executions that stopped. Equal messages are counted, because some repetitions are intended.
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

	/** Must be called whenever the node starts in this execution, including retries. */
	begin(): void {
		this.hasFailed = false;
	}

	/** Must be called when the node ends with an error. */
	fail(): void {
		this.hasFailed = true;
		this.changedAt = this.clock.now();
	}

	/** Whether the node failed or the execution was stopped, even during another node. */
	get hasStopped(): boolean {
		return this.hasFailed || this.cancelSignal?.aborted === true;
	}

	/**
	 * Returns whether a stopped execution already sent the message with one of these outcomes. If so,
	 * the message counts for this execution from now on.
	 */
	takeEarlier(message: PersonalMessage, outcomes: readonly Outcome[]): boolean {
		const keys = outcomes.map((outcome) => keyOf(message, outcome));
		const known = keys.find((key) => (this.earlier.get(key) ?? 0) > 0);
		if (known === undefined) return false;
		this.earlier.set(known, (this.earlier.get(known) ?? 0) - 1);
		this.add(known);
		return true;
	}

	/** Must be called for messages that were sent or may have been sent. */
	record(message: PersonalMessage, outcome: Outcome): void {
		this.add(keyOf(message, outcome));
	}

	/** Must be called before an attempt resends a message whose outcome is unknown. */
	withdraw(message: PersonalMessage): void {
		const key = keyOf(message, 'unknown');
		this.done.set(key, Math.max(0, (this.done.get(key) ?? 0) - 1));
	}

	/** Returns the messages that the next execution must not resend if this one stopped. */
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
 * The latest execution of each node that a user started. If it stopped, the next execution doesn't
 * resend its messages. Entries are lost after an hour and when n8n stops.
 */
export class FailedExecutions {
	private readonly latest = new Map<string, LatestExecution>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Returns the messages of the current execution. All iterations of a loop share the same object.
	 *
	 * @param owner the workflow and the node
	 * @param executionId always set by n8n, despite its type
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

	/** Called by every execution, because expired entries would otherwise stay in memory. */
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
