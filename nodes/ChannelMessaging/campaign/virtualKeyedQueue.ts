import type { Process, VirtualTime } from './virtualTime';

interface Task {
	key: string | undefined;
	process: () => Process;
}

/** Simulates a `KeyedQueue` in virtual time. */
export class VirtualKeyedQueue {
	private readonly ready: Task[] = [];

	private next = 0;

	private readonly blocked = new Map<string, Task[]>();

	/**
	 * The number of processes that may still start. Negative while the processes that returned from
	 * `aside` exceed the limit.
	 */
	private free: number;

	constructor(
		private readonly time: VirtualTime,
		maxConcurrency: number,
	) {
		this.free = maxConcurrency;
	}

	/** Processes with the same key run sequentially. */
	add(key: string | undefined, process: () => Process): void {
		const blocked = key === undefined ? undefined : this.blocked.get(key);
		(blocked ?? this.ready).push({ key, process });
		if (key !== undefined && blocked === undefined) this.blocked.set(key, []);
		this.fillUp();
	}

	/** Lets another process start while `part` runs. */
	*aside(part: Process): Process {
		this.free += 1;
		this.fillUp();
		yield* part;
		this.free -= 1;
	}

	private fillUp(): void {
		while (this.free > 0) {
			const task = this.ready[this.next];
			if (task === undefined) return;
			this.next += 1;
			this.free -= 1;
			this.time.start(this.run(task));
		}
	}

	private *run({ key, process }: Task): Process {
		yield* process();
		this.free += 1;
		const following = key === undefined ? undefined : this.blocked.get(key)?.shift();
		if (following !== undefined) {
			this.next -= 1;
			this.ready[this.next] = following;
		} else if (key !== undefined) this.blocked.delete(key);
		this.fillUp();
	}
}
