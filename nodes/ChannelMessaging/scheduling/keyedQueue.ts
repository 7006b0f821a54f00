import type { CancellationToken } from './cancellation';
import type { TimeSlice } from './timeSlicer';

interface Task {
	partitionKey: string | undefined;
	perform(): Promise<void>;
}

/** Runs tasks concurrently. Tasks with the same partition key run one at a time, in order. */
export class KeyedQueue {
	/** Ready tasks wait only for the concurrency. Tasks before index `next` have started. */
	private readonly ready: Task[] = [];

	private next = 0;

	/** Contains each partition key in use, even if no task is waiting. */
	private readonly blocked = new Map<string | undefined, Task[]>();

	private readonly running = new Set<Promise<void>>();

	/** @param cancellation no more tasks start when it is stopped */
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

	/** Doesn't wait for tasks that are added later. */
	async ended(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	private fillUp(): void {
		while (this.running.size < this.maxConcurrency && !this.cancellation.isStopped) {
			const task = this.ready[this.next];
			if (task === undefined) return;
			this.next += 1;
			const work = task.perform().then(async () => {
				// Thousands of tasks that end without waiting would block the event loop.
				if (this.slice.isOver()) await this.slice.next();
				this.running.delete(work);
				this.free(task.partitionKey);
				this.fillUp();
			});
			this.running.add(work);
		}
	}

	/** A waiting task with the same partition key goes first. */
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
