import { setImmediate as settle } from 'node:timers/promises';

import fc from 'fast-check';

import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';

/** A slice that is always over, so that the queue waits after each task. */
const slice = {
	isOver: () => true,
	next: async () => {
		await Promise.resolve();
	},
};

describe('KeyedQueue', () => {
	/** A queue with one task per partition key. Each task runs until the test finishes it. */
	class TestQueue {
		/** The indexes of started tasks, in order. */
		readonly started: number[] = [];

		readonly cancellation = new CancellationToken();

		hasEnded = false;

		private readonly finishers = new Map<number, () => void>();

		constructor(
			keys: ReadonlyArray<string | undefined>,
			readonly concurrency: number,
		) {
			const queue = new KeyedQueue(concurrency, this.cancellation, slice);
			for (const [index, key] of keys.entries()) {
				queue.add(key, async () => {
					this.started.push(index);
					await new Promise<void>((resolve) => this.finishers.set(index, resolve));
				});
			}
			void queue.ended().then(() => {
				this.hasEnded = true;
			});
		}

		/** The indexes of started tasks that haven't finished. */
		get running(): number[] {
			return [...this.finishers.keys()];
		}

		async finish(index: number): Promise<void> {
			this.finishers.get(index)?.();
			this.finishers.delete(index);
			await settle();
		}
	}

	it('runs each task once, keeps the order per key, and uses the maximum concurrency', async () => {
		const anyKeys = fc.array(fc.constantFrom('ana', 'ben', 'eva', undefined), { maxLength: 25 });
		const anyConcurrency = fc.integer({ min: 1, max: 6 });
		await fc.assert(
			fc.asyncProperty(
				anyKeys,
				anyConcurrency,
				fc.infiniteStream(fc.nat()),
				async (keys, concurrency, picks) => {
					const queue = new TestQueue(keys, concurrency);
					for (const pick of picks) {
						const { started, running } = queue;
						const busyKeys = running.flatMap((index) => keys[index] ?? []);
						expect(new Set(busyKeys).size).toBe(busyKeys.length);
						expect(running.length).toBeLessThanOrEqual(concurrency);
						if (running.length < concurrency) {
							const startable = [...keys.entries()].filter(
								([index, key]) =>
									!started.includes(index) && (key === undefined || !busyKeys.includes(key)),
							);
							expect(startable).toEqual([]);
						}
						if (queue.hasEnded) break;
						await queue.finish(running[pick % running.length] ?? 0);
					}
					expect([...queue.started].sort((a, b) => a - b)).toEqual([...keys.keys()]);
					for (const key of ['ana', 'ben', 'eva']) {
						const ofKey = queue.started.filter((index) => keys[index] === key);
						expect(ofKey).toEqual([...ofKey].sort((a, b) => a - b));
					}
					expect(queue.running).toEqual([]);
				},
			),
		);
	});

	it('starts no more tasks after a stop and waits for running tasks', async () => {
		const queue = new TestQueue(['ana', undefined, 'ana', undefined], 2);
		queue.cancellation.stop();
		await queue.finish(0);
		expect(queue.hasEnded).toBe(false);
		await queue.finish(1);

		expect(queue.started).toEqual([0, 1]);
		expect(queue.hasEnded).toBe(true);
	});
});
