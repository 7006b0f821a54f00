import type { CancellationToken } from './cancellationToken';
import type { TimeSlice } from './timeSlicer';

interface Task {
	partitionKey: string | undefined;
	perform(): Promise<void>;
}

/** Concurrent tasks, but one at a time and in order per partition key. */
export class KeyedQueue {
	/** Tasks before `next` have already started. */
	private readonly ready: Task[] = [];

	private next = 0;

	/** Has an entry for each key in use, even without waiting tasks. */
	private readonly blocked = new Map<string | undefined, Task[]>();

	private readonly running = new Set<Promise<void>>();

	/** Running tasks that don't count toward the limit. */
	private asideCount = 0;

	/** @param cancellation when stopped, no task starts anymore */
	constructor(
		private readonly maxConcurrency: number,
		private readonly cancellation: CancellationToken,
		private readonly slice: TimeSlice,
	) {}

	/** @param perform must not reject */
	add(partitionKey: string | undefined, perform: () => Promise<void>): void {
		const blocked = this.blocked.get(partitionKey);
		(blocked ?? this.ready).push({ partitionKey, perform });
		if (partitionKey !== undefined && blocked === undefined) this.blocked.set(partitionKey, []);
		this.fillUp();
	}

	/**
	 * Runs a part that needs no resources, such as a pause, and lets another task start. Afterwards,
	 * the task continues immediately, even above the concurrency limit.
	 */
	async aside(part: () => Promise<void>): Promise<void> {
		this.asideCount += 1;
		this.fillUp();
		try {
			await part();
		} finally {
			this.asideCount -= 1;
		}
	}

	/** Ignores tasks that are added later. */
	async ended(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	private fillUp(): void {
		const isFree = () => this.running.size - this.asideCount < this.maxConcurrency;
		while (isFree() && !this.cancellation.isStopped) {
			const task = this.ready[this.next];
			if (task === undefined) return;
			this.next += 1;
			const work = task.perform().then(async () => {
				// Without a pause, thousands of tasks that end immediately would block the event loop.
				if (this.slice.isOver()) await this.slice.next();
				this.running.delete(work);
				this.free(task.partitionKey);
				this.fillUp();
			});
			this.running.add(work);
		}
	}

	/** The next task with the same key goes ahead of others. */
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
