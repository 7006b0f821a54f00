import type { CancellationToken } from './cancellationToken';
import type { TimeSlice } from './timeSlicer';

interface Task {
	partitionKey: string | undefined;
	perform(): Promise<void>;
}

/** Runs tasks concurrently. Tasks with the same partition key run one at a time and in order. */
export class KeyedQueue {
	/**
	 * Tasks that can start as soon as the concurrency allows. Tasks before the index `next` have
	 * already started.
	 */
	private readonly ready: Task[] = [];

	private next = 0;

	/** Contains an entry for each partition key in use, even if no task is waiting for it. */
	private readonly blocked = new Map<string | undefined, Task[]>();

	private readonly running = new Set<Promise<void>>();

	/** The number of running tasks that don't count toward the concurrency. */
	private asideCount = 0;

	/** @param cancellation prevents new tasks from starting when it is stopped */
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
	 * Runs a part of a task that needs no resources, such as a pause. Meanwhile, another task can
	 * start. Then the task continues immediately, even if the concurrency is exceeded.
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

	/** Resolves when all added tasks have ended. Doesn't wait for tasks that are added later. */
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
				// Without this pause, thousands of tasks that end immediately would block the event loop.
				if (this.slice.isOver()) await this.slice.next();
				this.running.delete(work);
				this.free(task.partitionKey);
				this.fillUp();
			});
			this.running.add(work);
		}
	}

	/** Starts the next waiting task with the same partition key ahead of other tasks. */
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
