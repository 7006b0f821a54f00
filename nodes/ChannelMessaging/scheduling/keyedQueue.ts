import type { CancellationToken } from './cancellationToken';
import type { TimeSlice } from './timeSlicer';

interface Task {
	partitionKey: string | undefined;
	perform(): Promise<void>;
}

/**
 * Runs tasks concurrently, but runs tasks with the same partition key one at a time and in order.
 */
export class KeyedQueue {
	/** Tasks that can start. Tasks before the index `next` have already started. */
	private readonly ready: Task[] = [];

	private next = 0;

	/**
	 * Tasks that are blocked by another task with the same key. Each key in use has an entry, even if
	 * no task is blocked.
	 */
	private readonly blocked = new Map<string | undefined, Task[]>();

	private readonly running = new Set<Promise<void>>();

	/** Running tasks that don't count toward the concurrency limit. */
	private asideCount = 0;

	/** @param cancellation stopping it prevents further tasks from starting */
	constructor(
		private readonly maxConcurrency: number,
		private readonly cancellation: CancellationToken,
		private readonly slice: TimeSlice,
	) {}

	/** @param perform must return a promise that never rejects */
	add(partitionKey: string | undefined, perform: () => Promise<void>): void {
		const blocked = this.blocked.get(partitionKey);
		(blocked ?? this.ready).push({ partitionKey, perform });
		if (partitionKey !== undefined && blocked === undefined) this.blocked.set(partitionKey, []);
		this.fillUp();
	}

	/**
	 * Runs part of a task that needs no resources, such as a pause, while another task starts.
	 * Afterwards, the task continues immediately, even if this exceeds the concurrency limit.
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

	/** Resolves when no task is running. Doesn't wait for tasks that are added later. */
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
				// Thousands of tasks that end immediately would block the event loop if the queue didn't yield.
				if (this.slice.isOver()) await this.slice.next();
				this.running.delete(work);
				this.free(task.partitionKey);
				this.fillUp();
			});
			this.running.add(work);
		}
	}

	/** Makes the next task with the same key the first task to start. */
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
