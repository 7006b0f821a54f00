import fc from 'fast-check';

import {
	deliver,
	type Outcome,
	type Task,
} from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { type Deferred, deferred } from './deferred';

/** Lets everything happen that can happen without the test doing more. */
const stillness = async (): Promise<void> => {
	await new Promise((resolve) => {
		setImmediate(resolve);
	});
};

interface Bench {
	/** Numbers of the tasks, in the order in which they started. */
	started: number[];
	failures: unknown[];
	/** How many tasks were told to have ended. */
	settled(): number;
	outcomes: Promise<Array<Outcome<string>>>;
	/** Ends a task that has started. */
	finish(task: number): Promise<void>;
	fail(task: number, error: Error): Promise<void>;
	stop(): void;
}

/** Delivers tasks that end when the test says so; one for each key. */
function delivering(
	keys: ReadonlyArray<string | undefined>,
	room: { concurrency?: number; stopsAtFirst?: boolean } = {},
): Bench {
	const started: number[] = [];
	const failures: unknown[] = [];
	const underWay = new Map<number, Deferred<string>>();
	let stopped = false;
	let ended = 0;

	const taskOf = (partitionKey: string | undefined, number: number): Task<string> => ({
		partitionKey,
		async perform() {
			started.push(number);
			const work = deferred<string>();
			underWay.set(number, work);
			return await work.promise;
		},
	});
	const take = (number: number): Deferred<string> => {
		const work = underWay.get(number);
		if (work === undefined) throw new Error(`Task ${String(number)} is not under way`);
		underWay.delete(number);
		return work;
	};

	return {
		started,
		failures,
		settled: () => ended,
		outcomes: deliver(keys.map(taskOf), {
			concurrency: () => room.concurrency ?? 100,
			isStopped: () => stopped,
			onFailure: (error) => {
				ended += 1;
				failures.push(error);
				if (room.stopsAtFirst === true) stopped = true;
			},
			onDone: () => {
				ended += 1;
			},
		}),
		async finish(number) {
			take(number).resolve(`result ${String(number)}`);
			await stillness();
		},
		async fail(number, error) {
			take(number).reject(error);
			await stillness();
		},
		stop() {
			stopped = true;
		},
	};
}

const done = (number: number) => ({ kind: 'done', result: `result ${String(number)}` });
const none = undefined;
const quiet = { onFailure: () => undefined, onDone: () => undefined };

describe('delivering', () => {
	it('does nothing when there is nothing to do', async () => {
		expect(await delivering([]).outcomes).toEqual([]);
	});

	it('starts the tasks of different contacts together', () => {
		expect(delivering(['ana', 'ben', none, 'eva', none]).started).toEqual([0, 1, 2, 3, 4]);
	});

	it('starts more once there is more room, and waits for that as well', async () => {
		const room = { concurrency: 1 };
		const bench = delivering([none, none, none], room);
		expect(bench.started).toEqual([0]);
		room.concurrency = 2;
		await bench.finish(0);
		expect(bench.started).toEqual([0, 1, 2]);
		await bench.finish(1);
		await bench.finish(2);
		expect(await bench.outcomes).toEqual([done(0), done(1), done(2)]);
	});

	it('starts nothing until fewer are under way once there is less room', async () => {
		const room = { concurrency: 3 };
		const bench = delivering([none, none, none, none, none], room);
		room.concurrency = 1;
		await bench.finish(0);
		await bench.finish(1);
		expect(bench.started).toEqual([0, 1, 2]);
		await bench.finish(2);
		expect(bench.started).toEqual([0, 1, 2, 3]);
		await bench.finish(3);
		await bench.finish(4);
		expect(await bench.outcomes).toHaveLength(5);
	});

	it('never has more tasks under way than allowed', async () => {
		const bench = delivering([none, none, 'ana', none, none], { concurrency: 2 });
		expect(bench.started).toEqual([0, 1]);
		await bench.finish(1);
		expect(bench.started).toEqual([0, 1, 2]);
		await bench.finish(0);
		expect(bench.started).toEqual([0, 1, 2, 3]);
		await bench.finish(3);
		await bench.finish(2);
		expect(bench.started).toEqual([0, 1, 2, 3, 4]);
		await bench.finish(4);
		expect(await bench.outcomes).toHaveLength(5);
	});

	it('gives the outcomes in the order of the tasks, whichever ends first', async () => {
		const bench = delivering([none, 'ana', none]);
		await bench.finish(2);
		await bench.finish(0);
		await bench.finish(1);
		expect(await bench.outcomes).toEqual([done(0), done(1), done(2)]);
	});

	it('does each of very many tasks once, in their order', async () => {
		const numbers = Array.from({ length: 500 }, (_, number) => number);
		const started: number[] = [];
		const tasks = numbers.map(
			(number): Task<number> => ({
				partitionKey: none,
				perform: async () => {
					started.push(number);
					await Promise.resolve();
					return number;
				},
			}),
		);

		const outcomes = await deliver(tasks, {
			concurrency: () => 3,
			...quiet,
			// A task that starts again would start for ever.
			isStopped: () => started.length > numbers.length,
		});

		expect(started).toEqual(numbers);
		expect(outcomes).toEqual(numbers.map((number) => ({ kind: 'done', result: number })));
	});

	it('resolves when the last task has ended, and not before', async () => {
		const bench = delivering([none, none]);
		let over = false;
		void bench.outcomes.then(() => {
			over = true;
		});
		await bench.finish(0);
		expect(over).toBe(false);
		await bench.finish(1);
		expect(over).toBe(true);
	});
});

describe('the end of a task', () => {
	it('is told as it comes, well or badly', async () => {
		const bench = delivering([none, 'ana', 'ana']);
		expect(bench.settled()).toBe(0);
		await bench.finish(1);
		expect(bench.settled()).toBe(1);
		await bench.fail(0, new Error('No'));
		expect(bench.settled()).toBe(2);
		await bench.finish(2);
		expect(bench.settled()).toBe(3);
	});

	it('is not told of what never started', async () => {
		const bench = delivering([none, none], { concurrency: 1, stopsAtFirst: true });
		await bench.fail(0, new Error('No'));
		await bench.outcomes;
		expect(bench.settled()).toBe(1);
	});
});

describe('the order of a contact', () => {
	it('is kept: the next task starts when the one before has ended', async () => {
		const bench = delivering(['ana', 'ana', 'ana']);
		expect(bench.started).toEqual([0]);
		await bench.finish(0);
		expect(bench.started).toEqual([0, 1]);
		await bench.finish(1);
		expect(bench.started).toEqual([0, 1, 2]);
		await bench.finish(2);
		expect(await bench.outcomes).toEqual([done(0), done(1), done(2)]);
	});

	it('holds up nobody else: others overtake', async () => {
		const bench = delivering(['ana', 'ana', 'ana', 'ben', none], { concurrency: 2 });
		expect(bench.started).toEqual([0, 3]);
		await bench.finish(3);
		expect(bench.started).toEqual([0, 3, 4]);
		await bench.finish(0);
		expect(bench.started).toEqual([0, 3, 4, 1]);
	});

	it('lets its next task go before those of others that came later', async () => {
		const bench = delivering(['ana', 'ana', 'ben', 'eva'], { concurrency: 2 });
		expect(bench.started).toEqual([0, 2]);
		await bench.finish(0);
		expect(bench.started).toEqual([0, 2, 1]);
		bench.stop();
		await bench.finish(1);
		await bench.finish(2);
		await bench.outcomes;
	});

	it('is kept after a task that failed', async () => {
		const bench = delivering(['ana', 'ana']);
		const error = new Error('No');
		await bench.fail(0, error);
		expect(bench.started).toEqual([0, 1]);
		await bench.finish(1);
		expect(await bench.outcomes).toEqual([{ kind: 'failed', error }, done(1)]);
	});

	it('is free again when all tasks known so far have ended', async () => {
		const bench = delivering(['ana', none, 'ana', none], { concurrency: 1 });
		for (const number of [0, 1, 2, 3]) await bench.finish(number);
		expect(bench.started).toEqual([0, 1, 2, 3]);
	});

	it('and the bound hold whatever the contacts are and whichever task ends first', async () => {
		const keys = fc.array(fc.constantFrom('ana', 'ben', 'eva', none), { maxLength: 25 });
		const bounds = fc.integer({ min: 1, max: 6 });
		await fc.assert(
			fc.asyncProperty(
				keys,
				bounds,
				fc.infiniteStream(fc.nat()),
				async (list, concurrency, picks) => {
					const bench = delivering(list, { concurrency });
					const ended = new Set<number>();
					while (ended.size < list.length) {
						const underWay = bench.started.filter((number) => !ended.has(number));
						expect(underWay.length).toBeGreaterThan(0);
						expect(underWay.length).toBeLessThanOrEqual(concurrency);
						const busy = underWay.map((number) => list[number]).filter((key) => key !== none);
						expect(new Set(busy).size).toBe(busy.length);
						const pick = underWay[(picks.next().value ?? 0) % underWay.length] ?? 0;
						ended.add(pick);
						await bench.finish(pick);
					}
					for (const key of ['ana', 'ben', 'eva']) {
						const own = bench.started.filter((number) => list[number] === key);
						expect(own).toEqual([...own].sort((one, other) => one - other));
					}
					expect(await bench.outcomes).toEqual(list.map((_, number) => done(number)));
				},
			),
			{ numRuns: 50 },
		);
	});
});

describe('failures', () => {
	it('are told, and stop nothing by themselves', async () => {
		const bench = delivering([none, none, none], { concurrency: 1 });
		const error = new Error('No');
		await bench.fail(0, error);
		expect(bench.failures).toEqual([error]);
		await bench.finish(1);
		await bench.finish(2);
		expect(await bench.outcomes).toEqual([{ kind: 'failed', error }, done(1), done(2)]);
	});

	it('may be thrown before anything is waited for', async () => {
		const error = new Error('No');
		const task: Task<string> = {
			partitionKey: 'ana',
			perform: () => {
				throw error;
			},
		};
		const outcomes = await deliver([task], {
			concurrency: () => 1,
			...quiet,
			isStopped: () => false,
		});
		expect(outcomes).toEqual([{ kind: 'failed', error }]);
	});
});

describe('a stop', () => {
	it('keeps what has not started from starting, and lets end what is under way', async () => {
		const bench = delivering([none, none, none, none], { concurrency: 2, stopsAtFirst: true });
		const error = new Error('No');
		await bench.fail(0, error);
		expect(bench.started).toEqual([0, 1]);
		await bench.finish(1);
		expect(await bench.outcomes).toEqual([
			{ kind: 'failed', error },
			done(1),
			{ kind: 'notStarted' },
			{ kind: 'notStarted' },
		]);
		expect(bench.started).toEqual([0, 1]);
	});

	it('leaves out the rest of the same contact', async () => {
		const bench = delivering(['ana', 'ana', 'ana'], { stopsAtFirst: true });
		const error = new Error('No');
		await bench.fail(0, error);
		expect(await bench.outcomes).toEqual([
			{ kind: 'failed', error },
			{ kind: 'notStarted' },
			{ kind: 'notStarted' },
		]);
		expect(bench.started).toEqual([0]);
	});

	it('can come from elsewhere, without any failure', async () => {
		const bench = delivering([none, none], { concurrency: 1 });
		bench.stop();
		await bench.finish(0);
		expect(await bench.outcomes).toEqual([done(0), { kind: 'notStarted' }]);
	});

	it('that came before the beginning lets nothing start', async () => {
		const perform = jest.fn(() => Promise.resolve('x'));
		const outcomes = await deliver([{ partitionKey: none, perform }], {
			concurrency: () => 1,
			...quiet,
			isStopped: () => true,
		});
		expect(outcomes).toEqual([{ kind: 'notStarted' }]);
		expect(perform).not.toHaveBeenCalled();
	});
});
