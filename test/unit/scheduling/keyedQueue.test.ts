import fc from 'fast-check';

import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';

/** Lets everything happen that can happen without the test doing more. */
const stillness = async (): Promise<void> => {
	await new Promise((resolve) => {
		setImmediate(resolve);
	});
};

const none = undefined;

/** Does tasks that end when the test says so; one for each key. */
class Bench {
	/** Numbers of the tasks, in the order in which they started. */
	readonly started: number[] = [];
	isStopped = false;
	isOver = false;

	private readonly ends = new Map<number, () => void>();

	constructor(
		keys: ReadonlyArray<string | undefined>,
		public concurrency = 100,
	) {
		const queue = new KeyedQueue({
			concurrency: () => this.concurrency,
			isStopped: () => this.isStopped,
		});
		for (const [number, key] of keys.entries()) {
			queue.add(key, async () => {
				this.started.push(number);
				await new Promise<void>((resolve) => this.ends.set(number, resolve));
			});
		}
		void queue.ended().then(() => {
			this.isOver = true;
		});
	}

	/** Tasks that have started and not ended. */
	get underWay(): number[] {
		return [...this.ends.keys()];
	}

	/** Ends a task that has started. */
	async finish(number: number): Promise<void> {
		const end = this.ends.get(number);
		if (end === undefined) throw new Error(`Task ${String(number)} is not under way`);
		this.ends.delete(number);
		end();
		await stillness();
	}
}

describe('whatever the contacts are, and whichever task ends first', () => {
	const anyKeys = fc.array(fc.constantFrom('ana', 'ben', 'eva', none), { maxLength: 25 });
	const anyConcurrency = fc.integer({ min: 1, max: 6 });
	const anyStep = fc.record({ pick: fc.nat(), concurrency: anyConcurrency });

	it('each task is done once, each contact in order, and as many at once as may be', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyKeys,
				anyConcurrency,
				fc.infiniteStream(anyStep),
				async (keys, concurrency, steps) => {
					const bench = new Bench(keys, concurrency);
					let most = concurrency;
					for (const { pick, concurrency: next } of steps) {
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
						await bench.finish(number);
						if (bench.isOver) break;
					}
					expect([...bench.started].sort((one, other) => one - other)).toEqual([...keys.keys()]);
					for (const key of ['ana', 'ben', 'eva']) {
						const own = bench.started.filter((number) => keys[number] === key);
						expect(own).toEqual([...own].sort((one, other) => one - other));
					}
					expect(bench.underWay).toEqual([]);
				},
			),
		);
	});
});

describe('a stop', () => {
	it('starts nothing else, also of a contact that was begun, and lets end what is under way', async () => {
		const bench = new Bench(['ana', none, 'ana', none], 2);
		bench.isStopped = true;
		await bench.finish(0);
		expect(bench.isOver).toBe(false);
		await bench.finish(1);

		expect(bench.started).toEqual([0, 1]);
		expect(bench.isOver).toBe(true);
	});

	it('that came before the beginning lets nothing start', async () => {
		const perform = jest.fn(async () => {
			await Promise.resolve();
		});
		const queue = new KeyedQueue({ concurrency: () => 1, isStopped: () => true });
		queue.add(none, perform);
		await queue.ended();

		expect(perform).not.toHaveBeenCalled();
	});
});
