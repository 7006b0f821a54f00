import { setImmediate as settle } from 'node:timers/promises';

import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeyedLock } from '../../../nodes/ChannelMessaging/scheduling/keyedLock';

describe('KeyedLock', () => {
	/** Runs a function with a key's lock until the test resolves or rejects it. */
	function acquire(lock: KeyedLock, key: string, cancellation = new CancellationToken()) {
		const task = {
			hasStarted: false,
			resolve: (): void => undefined,
			reject: (error: Error): void => void error,
		};
		const result = lock.run(key, cancellation, async () => {
			task.hasStarted = true;
			await new Promise<void>((resolve, reject) => {
				Object.assign(task, { resolve, reject });
			});
		});
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
});
