import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { KeyedLock } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';

/** Work that ends when the test says so. */
function startWork(lock: KeyedLock, key: string, stop = new CancellationToken()) {
	let started = false;
	let end: (result: string) => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const result = lock.run(key, stop, async () => {
		started = true;
		return await new Promise<string>((resolve, reject) => {
			end = resolve;
			fail = reject;
		});
	});
	return {
		result,
		hasStarted: () => started,
		end: (text: string) => {
			end(text);
		},
		fail: (error: Error) => {
			fail(error);
		},
	};
}

/** Lets every promise settle that can. */
const settle = async () => {
	await new Promise((resolve) => setImmediate(resolve));
};

describe('the lock of a key', () => {
	it('starts work with the same key in order, one at a time', async () => {
		const lock = new KeyedLock();
		const works = [startWork(lock, 'a'), startWork(lock, 'a'), startWork(lock, 'a')];
		const started: boolean[][] = [];
		for (const work of works) {
			await settle();
			started.push(works.map(({ hasStarted }) => hasStarted()));
			work.end('done');
		}
		expect(started).toEqual([
			[true, false, false],
			[true, true, false],
			[true, true, true],
		]);
		expect(await Promise.all(works.map(({ result }) => result))).toEqual(['done', 'done', 'done']);
	});

	it('does not delay work with another key', async () => {
		const lock = new KeyedLock();
		const works = [startWork(lock, 'a'), startWork(lock, 'b')];
		await settle();
		expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true]);
		for (const work of works) work.end('');
	});

	it('is released when the work fails', async () => {
		const lock = new KeyedLock();
		const first = startWork(lock, 'a');
		const second = startWork(lock, 'a');
		first.fail(new Error('refused'));
		await expect(first.result).rejects.toThrow('refused');
		await settle();
		second.end('done');
		expect(await second.result).toBe('done');
	});

	it('ends the wait of canceled work, which never starts, and still serves the next', async () => {
		const lock = new KeyedLock();
		const stop = new CancellationToken();
		const holder = startWork(lock, 'a');
		const canceled = startWork(lock, 'a', stop);
		const next = startWork(lock, 'a');
		stop.stop();
		expect(await canceled.result).toBeUndefined();
		expect(canceled.hasStarted()).toBe(false);
		holder.end('');
		await settle();
		next.end('done');
		expect(await next.result).toBe('done');
	});
});
