import fc from 'fast-check';

import { deliver, type Task } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';

/** Lets everything happen that can happen without the test doing more. */
const stillness = async (): Promise<void> => {
	await new Promise((resolve) => {
		setImmediate(resolve);
	});
};

const none = undefined;
const done = (number: number) => ({ kind: 'done', result: `result ${String(number)}` });

/** Delivers tasks that end when the test says so; one for each key. */
class Bench {
	/** Numbers of the tasks, in the order in which they started. */
	readonly started: number[] = [];
	readonly failures: unknown[] = [];
	/** How many tasks were told to have ended well. */
	ended = 0;
	isStopped = false;
	stopsAtFailure = false;
	isOver = false;
	readonly outcomes;

	private readonly ends = new Map<number, (result: Promise<string>) => void>();

	constructor(
		keys: ReadonlyArray<string | undefined>,
		public concurrency = 100,
	) {
		const tasks = keys.map(
			(partitionKey, number): Task<string> => ({
				partitionKey,
				perform: async () => {
					this.started.push(number);
					return await new Promise((resolve) => this.ends.set(number, resolve));
				},
			}),
		);
		this.outcomes = deliver(tasks, {
			concurrency: () => this.concurrency,
			isStopped: () => this.isStopped,
			onFailure: (error) => {
				this.failures.push(error);
				this.isStopped = this.stopsAtFailure;
			},
			onDone: () => {
				this.ended += 1;
			},
		});
		void this.outcomes.then(() => {
			this.isOver = true;
		});
	}

	/** Tasks that have started and not ended. */
	get underWay(): number[] {
		return [...this.ends.keys()];
	}

	/** Ends a task that has started, badly where there is an error. */
	async finish(number: number, error?: Error): Promise<void> {
		const end = this.ends.get(number);
		if (end === undefined) throw new Error(`Task ${String(number)} is not under way`);
		this.ends.delete(number);
		end(error === undefined ? Promise.resolve(`result ${String(number)}`) : Promise.reject(error));
		await stillness();
	}
}

describe('whatever the contacts are, whichever task ends first, and however', () => {
	const anyKeys = fc.array(fc.constantFrom('ana', 'ben', 'eva', none), { maxLength: 25 });
	const anyConcurrency = fc.integer({ min: 1, max: 6 });
	const anyStep = fc.record({
		pick: fc.nat(),
		isFailure: fc.boolean(),
		concurrency: anyConcurrency,
	});

	it('each task is done once, each contact in order, and as many at once as may be', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyKeys,
				anyConcurrency,
				fc.infiniteStream(anyStep),
				async (keys, concurrency, steps) => {
					const bench = new Bench(keys, concurrency);
					const expected = new Map<number, unknown>();
					let most = concurrency;
					for (const { pick, isFailure, concurrency: next } of steps) {
						const { started, underWay } = bench;
						const busy = underWay.map((number) => keys[number]).filter((key) => key !== none);
						expect(new Set(busy).size).toBe(busy.length);
						expect(underWay.length).toBeLessThanOrEqual(most);
						if (underWay.length < bench.concurrency) {
							const free = keys.filter(
								(key, number) => !started.includes(number) && (key === none || !busy.includes(key)),
							);
							expect(free).toEqual([]);
						}
						expect(bench.isOver).toBe(false);
						if (underWay.length === 0) break;
						const number = underWay[pick % underWay.length] ?? 0;
						const key = keys[number];
						// The next task of the same contact takes the place also where there is less room.
						const isFollowed =
							key !== none &&
							keys.some((other, index) => other === key && !started.includes(index));
						most = Math.max(next, underWay.length - (isFollowed ? 0 : 1));
						bench.concurrency = next;
						const error = new Error(`No ${String(number)}`);
						expected.set(number, isFailure ? { kind: 'failed', error } : done(number));
						await bench.finish(number, isFailure ? error : undefined);
						if (expected.size === keys.length) break;
					}
					for (const key of ['ana', 'ben', 'eva']) {
						const own = bench.started.filter((number) => keys[number] === key);
						expect(own).toEqual([...own].sort((one, other) => one - other));
					}
					expect(await bench.outcomes).toEqual(expected);
					expect(bench.ended + bench.failures.length).toBe(keys.length);
				},
			),
		);
	});
});

it('takes what is thrown before anything is waited for as a failure', async () => {
	const error = new Error('No');
	const perform = () => {
		throw error;
	};
	const outcomes = await deliver([{ partitionKey: 'ana', perform }], {
		concurrency: () => 1,
		isStopped: () => false,
	});

	expect([...outcomes.values()]).toEqual([{ kind: 'failed', error }]);
});

describe('a stop', () => {
	it('starts nothing else, also of a contact that was begun, and lets end what is under way', async () => {
		const bench = new Bench(['ana', none, 'ana', none], 2);
		bench.isStopped = true;
		await bench.finish(0);
		await bench.finish(1);

		expect(bench.started).toEqual([0, 1]);
		expect([...(await bench.outcomes).values()]).toEqual([done(0), done(1)]);
		expect(bench.ended).toBe(2);
	});

	it('at a failure comes before anything else is started', async () => {
		const bench = new Bench(['ana', 'ana', none], 1);
		bench.stopsAtFailure = true;
		await bench.finish(0, new Error('No'));

		expect(bench.started).toEqual([0]);
	});

	it('that came before the beginning lets nothing start', async () => {
		const perform = jest.fn(() => Promise.resolve('x'));
		const outcomes = await deliver([{ partitionKey: none, perform }], {
			concurrency: () => 1,
			isStopped: () => true,
		});

		expect(outcomes.size).toBe(0);
		expect(perform).not.toHaveBeenCalled();
	});
});
