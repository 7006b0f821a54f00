/** One item's work, ready to be done. */
export interface Task<Result> {
	/** Tasks with the same order key go one after the other, in the order of the list. */
	orderKey: string | undefined;
	perform(): Promise<Result>;
}

/** What became of a task. */
export type Outcome<Result> =
	| { kind: 'done'; result: Result }
	| { kind: 'failed'; error: unknown }
	| { kind: 'notStarted' };

interface Policy {
	/** How many tasks may be under way together. */
	inFlight: number;
	/** Whether nothing new may start any more; asked before each start. */
	isStopped(): boolean;
	/** Told of every failure, so that it can stop the rest. */
	onFailure(error: unknown): void;
	/** Told of every task that has ended well. */
	onDone(): void;
}

/**
 * Does all tasks, many at once, those of one contact one after the other; others overtake them.
 * Resolves when everything that was started has ended, with an outcome for each task, in the tasks'
 * order. Never rejects.
 */
export async function deliver<Result>(
	tasks: ReadonlyArray<Task<Result>>,
	policy: Policy,
): Promise<Array<Outcome<Result>>> {
	const outcomes = tasks.map((): Outcome<Result> => ({ kind: 'notStarted' }));
	const queues = new Map<string, number[]>();
	let next = 0;

	/** The next task whose contact is free; on the way, queues those whose contact is busy. */
	const takeNext = (): number | undefined => {
		while (next < tasks.length) {
			const index = next;
			next += 1;
			const key = tasks[index]?.orderKey;
			if (key === undefined) return index;
			const queue = queues.get(key);
			if (queue === undefined) {
				queues.set(key, []);
				return index;
			}
			queue.push(index);
		}
		return undefined;
	};

	/** The next task of the same contact, or its release. */
	const takeSame = (index: number): number | undefined => {
		const key = tasks[index]?.orderKey;
		if (key === undefined) return undefined;
		const following = queues.get(key)?.shift();
		if (following === undefined) queues.delete(key);
		return following;
	};

	const perform = async (index: number): Promise<void> => {
		const task = tasks[index];
		if (task === undefined) return;
		try {
			outcomes[index] = { kind: 'done', result: await task.perform() };
			policy.onDone();
		} catch (error) {
			outcomes[index] = { kind: 'failed', error };
			policy.onFailure(error);
		}
	};

	const work = async (): Promise<void> => {
		for (let index = takeNext(); index !== undefined; index = takeSame(index) ?? takeNext()) {
			if (policy.isStopped()) return;
			await perform(index);
		}
	};

	const workers = Math.min(policy.inFlight, tasks.length);
	await Promise.all(
		Array.from({ length: workers }, async () => {
			await work();
		}),
	);
	return outcomes;
}
