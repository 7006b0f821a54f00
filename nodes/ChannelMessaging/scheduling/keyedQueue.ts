import type { CancellationToken } from './cancellation';

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

/** Does tasks as they come, many at once, those of one contact one after the other. */
export class KeyedQueue {
	/** Tasks that wait for nothing but room. Those before `next` have started. */
	private readonly ready: Task[] = [];

	private next = 0;

	/** For each contact with a task that is ready or under way: those that wait for its end. */
	private readonly blocked = new Map<string | undefined, Task[]>();

	private readonly underWay = new Set<Promise<void>>();

	constructor(private readonly policy: Policy) {}

	/**
	 * Takes in a task, which starts as soon as its contact is free and there is room.
	 *
	 * @param partitionKey tasks with the same one go one after the other, in their order
	 * @param perform must not reject
	 */
	add(partitionKey: string | undefined, perform: () => Promise<void>): void {
		const blocked = this.blocked.get(partitionKey);
		(blocked ?? this.ready).push({ partitionKey, perform });
		if (partitionKey !== undefined && blocked === undefined) this.blocked.set(partitionKey, []);
		this.fillUp();
	}

	/** Resolves when all that was started has ended, once no task is added any more. */
	async ended(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	private fillUp(): void {
		while (this.underWay.size < this.policy.concurrency() && !this.policy.isStopped()) {
			const task = this.ready[this.next];
			if (task === undefined) return;
			this.next += 1;
			const work = task.perform().then(() => {
				this.underWay.delete(work);
				this.free(task.partitionKey);
				this.fillUp();
			});
			this.underWay.add(work);
		}
	}

	/** A contact's task has ended: its next one goes before all others, or else the contact is free. */
	private free(partitionKey: string | undefined): void {
		const task = this.blocked.get(partitionKey)?.shift();
		if (task === undefined) {
			this.blocked.delete(partitionKey);
			return;
		}
		this.next -= 1;
		this.ready[this.next] = task;
	}
}

/** One lock for each key. Keys that nobody holds take no memory. */
export class KeyedLock {
	/** The end of the work that holds each key. Never rejects. */
	private readonly held = new Map<string, Promise<void>>();

	/** Whether no key is locked. */
	get isFree(): boolean {
		return this.held.size === 0;
	}

	/**
	 * Performs work while it holds the lock of a key, and returns the work's result; `undefined` if
	 * cancelled before the work starts.
	 */
	async run<Result>(
		key: string,
		stop: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		for (;;) {
			if (stop.isCancelled) return undefined;
			const holder = this.held.get(key);
			if (holder === undefined) break;
			await new Promise<void>((resolve) => {
				const removeListener = stop.onCancel(resolve);
				void holder.then(removeListener).then(resolve);
			});
		}
		const result = perform();
		const release = () => void this.held.delete(key);
		this.held.set(key, result.then(release, release));
		return await result;
	}
}
