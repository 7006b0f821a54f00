/** One item's work, ready to be done. */
export interface Task<Result> {
	/** Tasks with the same key go one after the other, in the order in which they came. */
	partitionKey: string | undefined;
	perform(): Promise<Result>;
}

export type Outcome<Result> = { kind: 'done'; result: Result } | { kind: 'failed'; error: unknown };

/** By the tasks' positions; of what never started there is none. */
export type Outcomes<Result> = ReadonlyMap<number, Outcome<Result>>;

export interface Policy {
	/** How many tasks may be under way together, 1 or more; may change at any time. */
	concurrency(): number;
	/** Whether nothing new may start any more; asked before each start. */
	isStopped(): boolean;
	/** Told of every failure, so that it can stop the rest. */
	onFailure?(error: unknown, position: number): void;
	onDone?(): void;
}

interface Entry<Result> {
	position: number;
	task: Task<Result>;
}

/** Does tasks as they come, many at once, those of one contact one after the other. */
export class KeyedQueue<Result> {
	private readonly outcomes = new Map<number, Outcome<Result>>();

	/** Tasks that wait for nothing but room. Those before `next` have started. */
	private readonly ready: Array<Entry<Result>> = [];

	private next = 0;

	/** For each contact with a task that is ready or under way: those that wait for its end. */
	private readonly blocked = new Map<string | undefined, Array<Entry<Result>>>();

	private readonly underWay = new Set<Promise<void>>();

	constructor(private readonly policy: Policy) {}

	/** Takes in a task, which starts as soon as its contact is free and there is room. */
	add(position: number, task: Task<Result>): void {
		const { partitionKey: key } = task;
		const blocked = this.blocked.get(key);
		(blocked ?? this.ready).push({ position, task });
		if (key !== undefined && blocked === undefined) this.blocked.set(key, []);
		this.fillUp();
	}

	/** Takes note of a task that went wrong before it could be added. */
	fail(position: number, error: unknown): void {
		this.outcomes.set(position, { kind: 'failed', error });
		this.policy.onFailure?.(error, position);
	}

	/** Resolves when all that was started has ended, once no task is added any more. Never rejects. */
	async ended(): Promise<Outcomes<Result>> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
		return this.outcomes;
	}

	private fillUp(): void {
		while (this.underWay.size < this.policy.concurrency() && !this.policy.isStopped()) {
			const entry = this.ready[this.next];
			if (entry === undefined) return;
			this.next += 1;
			const work = this.perform(entry).then(() => {
				this.underWay.delete(work);
				this.free(entry.task.partitionKey);
				this.fillUp();
			});
			this.underWay.add(work);
		}
	}

	/** A contact's task has ended: its next one goes before all others, or else the contact is free. */
	private free(partitionKey: string | undefined): void {
		const entry = this.blocked.get(partitionKey)?.shift();
		if (entry === undefined) {
			this.blocked.delete(partitionKey);
			return;
		}
		this.next -= 1;
		this.ready[this.next] = entry;
	}

	private async perform({ position, task }: Entry<Result>): Promise<void> {
		try {
			this.outcomes.set(position, { kind: 'done', result: await task.perform() });
			this.policy.onDone?.();
		} catch (error) {
			this.fail(position, error);
		}
	}
}

/** Does all tasks of a list, whose positions are those in it. Never rejects. */
export async function deliver<Result>(
	tasks: ReadonlyArray<Task<Result>>,
	policy: Policy,
): Promise<Outcomes<Result>> {
	const queue = new KeyedQueue<Result>(policy);
	for (const [position, task] of tasks.entries()) queue.add(position, task);
	return await queue.ended();
}
