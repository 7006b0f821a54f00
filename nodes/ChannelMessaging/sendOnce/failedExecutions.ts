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

	private cancelSignal: AbortSignal | undefined;

	private changedAt: number;

	constructor(
		private readonly clock: Clock,
		private readonly earlier: Counts,
	) {
		this.changedAt = clock.now();
	}

	get lastChangedAt(): number {
		return this.changedAt;
	}

	/**
	 * Must be called whenever the node starts in this execution. If the execution waited in between,
	 * n8n passes another signal.
	 */
	begin(cancelSignal: AbortSignal | undefined): void {
		this.hasFailed = false;
		this.cancelSignal = cancelSignal;
	}

	/** Must be called when the node ends with an error, unless n8n retries it. */
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

	/** Moves the messages to the next execution, which must not resend them. */
	moveTo(next: Counts): void {
		for (const counts of [this.done, this.earlier]) {
			for (const [key, count] of counts) next.set(key, count + (next.get(key) ?? 0));
			counts.clear();
		}
	}

	private add(key: string): void {
		this.done.set(key, (this.done.get(key) ?? 0) + 1);
		this.changedAt = this.clock.now();
	}
}

/**
 * The executions of each node that users started. The next execution after one that stopped doesn't
 * resend its messages. Entries are lost after an hour and when n8n stops.
 */
export class FailedExecutions {
	/** By node and then by execution ID, because several users can run a workflow concurrently. */
	private readonly executions = new Map<string, Map<string | undefined, ExecutionMessages>>();

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
		const ofNode = this.executions.get(key) ?? new Map<string | undefined, ExecutionMessages>();
		const known = ofNode.get(executionId);
		if (known !== undefined) {
			known.begin(cancelSignal);
			return known;
		}
		const earlier: Counts = new Map();
		for (const other of ofNode.values()) {
			if (other.hasStopped) other.moveTo(earlier);
		}
		const messages = new ExecutionMessages(this.clock, earlier);
		messages.begin(cancelSignal);
		this.executions.set(key, ofNode.set(executionId, messages));
		return messages;
	}

	/** Called by every execution, because expired entries would otherwise stay in memory. */
	removeExpired(): void {
		const expiredSince = this.clock.now() - retentionMs;
		for (const [owner, ofNode] of this.executions) {
			for (const [executionId, { lastChangedAt }] of ofNode) {
				if (lastChangedAt <= expiredSince) ofNode.delete(executionId);
			}
			if (ofNode.size === 0) this.executions.delete(owner);
		}
	}
}

function keyOf({ channelKey, contactId, content }: PersonalMessage, outcome: Outcome): string {
	return hashOf([channelKey, orderingKey(contactId), content, outcome]);
}
