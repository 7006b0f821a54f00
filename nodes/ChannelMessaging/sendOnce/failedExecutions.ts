import { canonicalContactId } from '../client/canonicalContactId';
import { hashOf } from '../texts/sha256';
import type { Clock } from '../scheduling/clock';
import { type Moment, msSince, thisMoment } from '../scheduling/timeIncludingSleep';
import { sharedTimeSlicer, type TimeSlice, visitInSlices } from '../scheduling/timeSlicer';

/** How long users have to correct an item and rerun the workflow. */
const retentionMs = 60 * 60_000;

/** A message from an execution that a user started. */
export interface PersonalMessage {
	channelKey: string;
	contactId: string;
	/**
	 * Identifies the content. The same for identical text, and for files with the same name and
	 * content.
	 */
	content: string;
}

type Outcome = 'sent' | 'unknown';

/** The number of identical messages by hash. Hashes keep personal data out of memory. */
type Counts = Map<string, number>;

/** A message that a stopped execution sent or may have sent. */
export interface EarlierMessage {
	channelKey: string;
	hash: string;
}

/**
 * The messages that a node execution sent or skipped. Identical messages are counted, because some
 * repetitions are intended.
 */
export class ExecutionMessages {
	/**
	 * The messages that were sent or may have been sent, by `channelKey`. If this execution stops,
	 * later executions don't resend them.
	 */
	private readonly done = new Map<string, Counts>();

	/**
	 * Skipped messages that are still in `earlier`, because concurrent executions skip the same
	 * messages.
	 */
	private readonly skipped = new Map<string, Counts>();

	/** The channels in `done` whose token the service rejected. */
	private readonly rejected = new Set<string>();

	/**
	 * The replaced token of each earlier execution and the token that replaced it, both as
	 * `channelKey`.
	 */
	private readonly replaced = new Map<ExecutionMessages, { key: string; by: string }>();

	private state: 'failed' | 'finished' | 'running' = 'running';

	private cancelSignal: AbortSignal | undefined;

	private changedAt: Moment;

	/**
	 * @param earlier the executions that stopped before this one started
	 * @param date returns the system time in milliseconds since the epoch
	 */
	constructor(
		private readonly clock: Clock,
		private readonly earlier: readonly ExecutionMessages[],
		private readonly date: () => number = Date.now,
	) {
		this.changedAt = thisMoment(clock, date());
	}

	get msSinceChange(): number {
		return msSince(this.changedAt, this.clock, this.date());
	}

	/**
	 * Must be called whenever the node starts in this execution. If the execution has waited since the
	 * previous call, n8n passes a different signal.
	 */
	begin(cancelSignal: AbortSignal | undefined): void {
		this.state = 'running';
		this.cancelSignal = cancelSignal;
	}

	/**
	 * Must be called with all channels of an attempt before it sends messages. If the service rejected
	 * the token of a stopped execution, and exactly one of the channels is new since then, the new
	 * channel's token replaces the rejected token.
	 */
	use(channelKeys: readonly string[]): void {
		for (const stopped of this.earlier) {
			const added = channelKeys.filter((key) => !stopped.done.has(key));
			const [[by], [key]] = [added, stopped.rejected];
			const isClear = added.length === 1 && stopped.rejected.size === 1;
			if (!isClear || by === undefined || key === undefined) continue;
			if (!this.replaced.has(stopped)) this.replaced.set(stopped, { key, by });
		}
		for (const channelKey of channelKeys) {
			countsIn(this.done, channelKey);
			this.rejected.delete(channelKey);
		}
	}

	/** Must be called if the service rejects the channel's token. */
	reject(channelKey: string): void {
		this.rejected.add(channelKey);
	}

	/**
	 * Must be called when the node ends, unless n8n retries it. After a failure, the user has another
	 * hour to rerun the node. This also applies to the messages of earlier executions.
	 */
	end(state: 'failed' | 'finished'): void {
		this.state = state;
		this.changedAt = thisMoment(this.clock, this.date());
		for (const stopped of state === 'failed' ? this.earlier : []) {
			stopped.changedAt = this.changedAt;
		}
	}

	/** Whether the node failed or the execution was stopped, even while another node was running. */
	get hasStopped(): boolean {
		return this.state === 'failed' || this.cancelSignal?.aborted === true;
	}

	get isRunning(): boolean {
		return this.state === 'running' && !this.hasStopped;
	}

	/**
	 * The executions that must not expire because one that is still running, possibly for hours, uses
	 * them.
	 */
	get inUse(): readonly ExecutionMessages[] {
		return this.isRunning ? [this, ...this.earlier] : [];
	}

	/**
	 * Returns an earlier message with one of these outcomes, if this execution hasn't skipped the
	 * message yet.
	 */
	findEarlier(message: PersonalMessage, outcomes: readonly Outcome[]): EarlierMessage | undefined {
		const { channelKey } = message;
		const hash = outcomes
			.map((outcome) => hashOfMessage(message, outcome))
			.find((key) => {
				const counts = this.earlierCounts(channelKey).map((earlier) => earlier?.get(key) ?? 0);
				const count = counts.reduce((sum, each) => sum + each, 0);
				return (this.skipped.get(channelKey)?.get(key) ?? 0) < count;
			});
		return hash === undefined ? undefined : { channelKey, hash };
	}

	/** Must be called for messages that aren't sent because of `findEarlier`. */
	skip({ channelKey, hash }: EarlierMessage): void {
		this.add(countsIn(this.skipped, channelKey), hash);
	}

	/** Must be called for messages that were sent or may have been sent. */
	record(message: PersonalMessage, outcome: Outcome): void {
		this.add(countsIn(this.done, message.channelKey), hashOfMessage(message, outcome));
	}

	/** Must be called before an attempt resends a message whose outcome is unknown. */
	withdraw(message: PersonalMessage): void {
		const counts = countsIn(this.done, message.channelKey);
		const hash = hashOfMessage(message, 'unknown');
		counts.set(hash, Math.max(0, (counts.get(hash) ?? 0) - 1));
	}

	/**
	 * Moves the skipped messages to this execution. Later executions skip each of them at most once.
	 * Can be called while an earlier call is running.
	 */
	async moveSkipped(slice: TimeSlice): Promise<void> {
		for (const [channelKey, skipped] of this.skipped) {
			const own = countsIn(this.done, channelKey);
			await visitInSlices(skipped, slice, ([hash, count]) => {
				skipped.delete(hash);
				let missing = count;
				for (const counts of this.earlierCounts(channelKey)) {
					const known = counts?.get(hash) ?? 0;
					const moved = Math.min(missing, known);
					if (moved === 0) continue;
					missing -= moved;
					if (moved === known) counts?.delete(hash);
					else counts?.set(hash, known - moved);
					own.set(hash, (own.get(hash) ?? 0) + moved);
				}
			});
		}
	}

	/** Returns the message counts of each earlier execution in a channel. */
	private earlierCounts(channelKey: string): Array<Counts | undefined> {
		return this.earlier.map((stopped) => {
			const { key, by } = this.replaced.get(stopped) ?? {};
			return stopped.done.get(key !== undefined && by === channelKey ? key : channelKey);
		});
	}

	private add(counts: Counts, key: string): void {
		counts.set(key, (counts.get(key) ?? 0) + 1);
		this.changedAt = thisMoment(this.clock, this.date());
	}
}

/**
 * The executions that users started, for each node. If an execution stopped, later executions don't
 * resend its messages. Each message is skipped by one execution, or by several that run
 * concurrently. Entries are lost after an hour and when n8n stops.
 */
export class FailedExecutions {
	/**
	 * Grouped by node and then by execution ID, because several users can run a workflow concurrently.
	 */
	private readonly executions = new Map<string, Map<string | undefined, ExecutionMessages>>();

	constructor(
		private readonly clock: Clock,
		private readonly slicer = sharedTimeSlicer,
		private readonly date: () => number = Date.now,
	) {}

	/**
	 * Returns the messages of the current execution. All iterations of a loop share the same object.
	 *
	 * @param owner the workflow and the node
	 * @param executionId always set by n8n, despite its type
	 */
	async begin(
		owner: readonly unknown[],
		executionId: string | undefined,
		cancelSignal: AbortSignal | undefined,
	): Promise<ExecutionMessages> {
		this.removeExpired();
		const key = hashOf(owner);
		const known = this.executions.get(key)?.get(executionId);
		if (known !== undefined) {
			known.begin(cancelSignal);
			return known;
		}
		const before = [...(this.executions.get(key)?.values() ?? [])];
		if (!before.some(({ isRunning }) => isRunning)) {
			const stoppedFirst = before.filter(({ hasStopped }) => hasStopped);
			// If concurrent executions skipped the same message, it stays with those that stopped.
			for (const other of new Set([...stoppedFirst, ...before]))
				await other.moveSkipped(this.slicer.slice());
		}
		// While messages were being moved, other executions may have started, ended, or expired.
		const ofNode = this.executions.get(key) ?? new Map<string | undefined, ExecutionMessages>();
		const stopped = [...ofNode.values()].filter(({ hasStopped }) => hasStopped);
		const messages = new ExecutionMessages(this.clock, stopped, this.date);
		messages.begin(cancelSignal);
		this.executions.set(key, ofNode.set(executionId, messages));
		return messages;
	}

	removeExpired(): void {
		for (const [owner, ofNode] of this.executions) {
			const inUse = new Set([...ofNode.values()].flatMap((messages) => messages.inUse));
			for (const [executionId, messages] of ofNode) {
				const isExpired = messages.msSinceChange >= retentionMs && !inUse.has(messages);
				if (isExpired) ofNode.delete(executionId);
			}
			if (ofNode.size === 0) this.executions.delete(owner);
		}
	}
}

function countsIn(channels: Map<string, Counts>, channelKey: string): Counts {
	const counts = channels.get(channelKey) ?? new Map<string, number>();
	channels.set(channelKey, counts);
	return counts;
}

function hashOfMessage({ contactId, content }: PersonalMessage, outcome: Outcome): string {
	return hashOf([canonicalContactId(contactId), content, outcome]);
}
