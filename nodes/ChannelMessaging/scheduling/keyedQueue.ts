/** One item's work, ready to be done. */
export interface Task<Result> {
	/** Tasks with the same order key go one after the other, in the order in which they came. */
	partitionKey: string | undefined;
	perform(): Promise<Result>;
}

/** What became of a task. */
export type Outcome<Result> =
	| { kind: 'done'; result: Result }
	| { kind: 'failed'; error: unknown }
	| { kind: 'notStarted' };

export interface Policy {
	/** How many tasks may be under way together, 1 or more; may change at any time. */
	concurrency(): number;
	/** Whether nothing new may start any more; asked before each start. */
	isStopped(): boolean;
	/** Told of every failure, so that it can stop the rest. */
	onFailure(error: unknown): void;
	/** Told of every task that has ended well. */
	onDone(): void;
}

interface Entry<Result> {
	position: number;
	task: Task<Result>;
}

/**
 * Does tasks as they come, many at once, those of one contact one after the other; others overtake
 * them. A task's position is its place among the outcomes, not its turn.
 */
export class KeyedQueue<Result> {
	private readonly outcomes = new Map<number, Outcome<Result>>();

	/** What has not had its turn yet. */
	private waiting: Array<Entry<Result>> = [];

	private firstWaiting = 0;

	/** For each contact that is busy: the tasks that had their turn meanwhile. */
	private readonly queues = new Map<string, Array<Entry<Result>>>();

	private underWay = 0;

	private readonly workers = new Set<Promise<void>>();

	constructor(private readonly policy: Policy) {}

	/** Takes a task in; it starts as soon as its contact is free and there is room. */
	add(position: number, task: Task<Result>): void {
		this.waiting.push({ position, task });
		this.fillUp();
	}

	/** Takes note of a task that went wrong before it could be added. */
	fail(position: number, error: unknown): void {
		this.outcomes.set(position, { kind: 'failed', error });
		this.policy.onFailure(error);
	}

	/**
	 * Resolves when everything that was started has ended, with an outcome for each position, in
	 * their order. To be called when no task will be added any more. Never rejects.
	 */
	async ended(positions: number): Promise<Array<Outcome<Result>>> {
		// Where more room comes up meanwhile, others are started.
		while (this.workers.size > 0) await Promise.all(this.workers);
		return Array.from(
			{ length: positions },
			(_, position) => this.outcomes.get(position) ?? { kind: 'notStarted' },
		);
	}

	/** Starts as much as there is room for. */
	private fillUp(): void {
		while (
			this.firstWaiting < this.waiting.length &&
			this.underWay < this.policy.concurrency() &&
			!this.policy.isStopped()
		) {
			this.underWay += 1;
			const worker = this.work().finally(() => {
				this.workers.delete(worker);
			});
			this.workers.add(worker);
		}
	}

	private async work(): Promise<void> {
		let entry = this.nextFree();
		while (entry !== undefined && !this.policy.isStopped()) {
			await this.perform(entry);
			this.fillUp();
			entry = this.following(entry.task.partitionKey) ?? this.nextInRoom();
		}
		this.underWay -= 1;
	}

	/** The next task whose contact is free, unless there is less room than before. */
	private nextInRoom(): Entry<Result> | undefined {
		return this.underWay > this.policy.concurrency() ? undefined : this.nextFree();
	}

	/** The next task whose contact is free; on the way, queues those whose contact is busy. */
	private nextFree(): Entry<Result> | undefined {
		for (;;) {
			const entry = this.takeWaiting();
			if (entry?.task.partitionKey === undefined) return entry;
			const queue = this.queues.get(entry.task.partitionKey);
			if (queue === undefined) {
				this.queues.set(entry.task.partitionKey, []);
				return entry;
			}
			queue.push(entry);
		}
	}

	private takeWaiting(): Entry<Result> | undefined {
		const entry = this.waiting[this.firstWaiting];
		if (entry === undefined) return undefined;
		this.firstWaiting += 1;
		// Cutting the list at every start would cost more than keeping it a little longer.
		if (this.firstWaiting > 64 && this.firstWaiting * 2 > this.waiting.length) {
			this.waiting = this.waiting.slice(this.firstWaiting);
			this.firstWaiting = 0;
		}
		return entry;
	}

	/** The next task of the same contact, or else the contact's release. */
	private following(partitionKey: string | undefined): Entry<Result> | undefined {
		if (partitionKey === undefined) return undefined;
		const entry = this.queues.get(partitionKey)?.shift();
		if (entry === undefined) this.queues.delete(partitionKey);
		return entry;
	}

	private async perform({ position, task }: Entry<Result>): Promise<void> {
		try {
			this.outcomes.set(position, { kind: 'done', result: await task.perform() });
			this.policy.onDone();
		} catch (error) {
			this.fail(position, error);
		}
	}
}

/** Does all tasks of a list. Gives their outcomes in the list's order. Never rejects. */
export async function deliver<Result>(
	tasks: ReadonlyArray<Task<Result>>,
	policy: Policy,
): Promise<Array<Outcome<Result>>> {
	const delivery = new KeyedQueue<Result>(policy);
	for (const [position, task] of tasks.entries()) delivery.add(position, task);
	return await delivery.ended(tasks.length);
}
