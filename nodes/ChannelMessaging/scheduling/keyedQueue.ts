export interface Policy {
	/** How many tasks may be under way together, 1 or more; may change at any time. */
	concurrency(): number;
	/** Whether nothing new may start any more; asked before each start. */
	isStopped(): boolean;
}

interface Task {
	partitionKey: string | undefined;
	perform(): Promise<void>;
}

/**
 * Does tasks as they come, many at once, those of one contact one after the other; others overtake
 * them.
 */
export class KeyedQueue {
	/** Tasks that wait for nothing but room. */
	private readonly ready: Task[] = [];

	/** How many of the ready ones have started. */
	private started = 0;

	/** For each contact with a task that is ready or under way: those that wait for its end. */
	private readonly blocked = new Map<string, Task[]>();

	/** The next tasks of contacts whose task has ended, which go before the others. */
	private readonly freed: Task[] = [];

	private readonly underWay = new Set<Promise<void>>();

	constructor(private readonly policy: Policy) {}

	/**
	 * Takes a task in; it starts as soon as its contact is free and there is room.
	 *
	 * @param partitionKey tasks with the same one go one after the other, in their order
	 * @param perform must not reject
	 */
	add(partitionKey: string | undefined, perform: () => Promise<void>): void {
		const blocked = partitionKey === undefined ? undefined : this.blocked.get(partitionKey);
		(blocked ?? this.ready).push({ partitionKey, perform });
		if (partitionKey !== undefined && blocked === undefined) this.blocked.set(partitionKey, []);
		this.fillUp();
	}

	/** Resolves when everything that was started has ended. To be called when all was added. */
	async ended(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	private fillUp(): void {
		while (this.underWay.size < this.policy.concurrency() && !this.policy.isStopped()) {
			const task = this.freed.shift() ?? this.ready[this.started];
			if (task === undefined) return;
			if (task === this.ready[this.started]) this.started += 1;
			const work = task.perform().then(() => {
				this.underWay.delete(work);
				this.free(task.partitionKey);
				this.fillUp();
			});
			this.underWay.add(work);
		}
	}

	/** A contact's task has ended: its next one may go, or else the contact is free. */
	private free(partitionKey: string | undefined): void {
		if (partitionKey === undefined) return;
		const next = this.blocked.get(partitionKey)?.shift();
		if (next === undefined) this.blocked.delete(partitionKey);
		else this.freed.push(next);
	}
}
