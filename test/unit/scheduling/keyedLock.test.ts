import fc from 'fast-check';
import { setImmediate as settle } from 'node:timers/promises';

import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeyedLock } from '../../../nodes/ChannelMessaging/scheduling/keyedLock';

describe('KeyedLock', () => {
	/** Runs a function with a key's lock until the test resolves or rejects it. */
	function acquire(
		lock: KeyedLock,
		key: string,
		cancellation = new CancellationToken(),
		isShared = false,
	) {
		const task = {
			hasStarted: false,
			resolve: (): void => undefined,
			reject: (error: Error): void => void error,
		};
		const result = lock.run(
			key,
			cancellation,
			async () => {
				task.hasStarted = true;
				await new Promise<void>((resolve, reject) => {
					Object.assign(task, { resolve, reject });
				});
			},
			isShared,
		);
		return { task, result };
	}

	it('runs functions with different keys concurrently', () => {
		const lock = new KeyedLock();
		const runs = [acquire(lock, 'a'), acquire(lock, 'b')];

		expect(runs.map(({ task }) => task.hasStarted)).toEqual([true, true]);
	});

	it('passes the lock to the next function if the function rejects', async () => {
		const lock = new KeyedLock();
		const [first, second] = [acquire(lock, 'a'), acquire(lock, 'a')];
		expect(second.task.hasStarted).toBe(false);

		first.task.reject(new Error('Failed'));
		await expect(first.result).rejects.toThrow('Failed');
		await settle();
		expect(second.task.hasStarted).toBe(true);

		second.task.resolve();
		await second.result;
	});

	it('skips a cancelled waiter and continues with the next waiter', async () => {
		const lock = new KeyedLock();
		const cancellation = new CancellationToken();
		const first = acquire(lock, 'a');
		const cancelled = acquire(lock, 'a', cancellation);
		const next = acquire(lock, 'a');
		cancellation.stop();
		expect(await cancelled.result).toBeUndefined();
		first.task.resolve();
		await settle();

		expect([cancelled.task.hasStarted, next.task.hasStarted]).toEqual([false, true]);
	});

	it('shares a key, except with functions that lock it exclusively, in the order of the calls', async () => {
		const lock = new KeyedLock();
		const shared = [acquire(lock, 'a', undefined, true), acquire(lock, 'a', undefined, true)];
		const exclusive = acquire(lock, 'a');
		const later = acquire(lock, 'a', undefined, true);
		const started = () =>
			[...shared, exclusive, later].map(({ task }) => (task.hasStarted ? 1 : 0)).join('');
		expect(started()).toBe('1100');

		shared[0]?.task.resolve();
		await settle();
		expect(started()).toBe('1100');

		shared[1]?.task.resolve();
		await settle();
		expect(started()).toBe('1110');

		exclusive.task.resolve();
		await settle();
		expect(started()).toBe('1111');
	});

	it('locks any keys in any order without a deadlock, and stores nothing afterwards', async () => {
		const key = fc.constantFrom('a', 'b', 'c');
		const task = fc.record({
			exclusive: fc.array(key),
			shared: fc.array(key),
			turns: fc.nat(4),
			isStopped: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(task, { maxLength: 8 }), async (tasks) => {
				const lock = new KeyedLock();
				const running = new Set<(typeof tasks)[number]>();
				const results = tasks.map(async (each) => {
					const cancellation = new CancellationToken();
					const result = lock.runAll(each, cancellation, async () => {
						for (const other of running) {
							const locked = new Set([...other.exclusive, ...other.shared]);
							const ownKeys = [...each.exclusive, ...each.shared];
							expect(each.exclusive.filter((own) => locked.has(own))).toEqual([]);
							expect(ownKeys.filter((own) => other.exclusive.includes(own))).toEqual([]);
						}
						running.add(each);
						for (let turn = 0; turn < each.turns; turn += 1) await Promise.resolve();
						running.delete(each);
					});
					if (each.isStopped) cancellation.stop();
					await result;
				});
				await Promise.all(results);
				await settle();

				expect(Reflect.get(lock, 'turns')).toEqual(new Map());
			}),
		);
	});
});
