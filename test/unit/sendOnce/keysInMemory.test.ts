import { KeysInMemory } from '../../../nodes/ChannelMessaging/sendOnce/keysInMemory';
import { KeysSharedByExecutions } from '../../../nodes/ChannelMessaging/sendOnce/keysSharedByExecutions';
import { keyStore } from '../../../nodes/ChannelMessaging/sendOnce/keyStore';
import { ProcessedItems } from '../../../tools/simulation/world/processedItems';
import { VirtualClock } from '../../support/virtualClock';
import { testNode } from '../execution/testNode';

const workflow = '1';

/** The simulated duration of a read and a write. */
const changeMs = 6;

describe('KeysInMemory', () => {
	function setUp() {
		const clock = new VirtualClock();
		const processedItems = new ProcessedItems(clock);
		const store = keyStore(processedItems.helpersFor(workflow));
		const writes = jest.spyOn(store, 'record');
		const keys = new KeysInMemory(clock, Promise.resolve());
		const record = async (key: string) => await keys.change('record', key, store);
		return { clock, processedItems, writes, record };
	}

	it('batches concurrent keys into one write', async () => {
		const { clock, processedItems, writes, record } = setUp();
		const first = ['a', 'b', 'c'];
		const later = ['d', 'e'];
		await clock.run(
			Promise.all([
				...first.map(async (key, index) => {
					// In the same turn of the event loop, but in different microtasks.
					for (let microtask = 0; microtask < 10 * index; microtask += 1) await Promise.resolve();
					await record(key);
				}),
				...later.map(async (key, index) => {
					await clock.sleep(1 + index);
					await record(key);
				}),
			]),
		);

		expect(writes.mock.calls).toEqual([[first], [later]]);
		expect(processedItems.snapshot().get(workflow)).toEqual([...first, ...later]);
	});

	it('pauses after each write for a quarter of its duration', async () => {
		const { clock, record } = setUp();
		await clock.run(record('a'));
		await clock.run(record('b'));

		expect(clock.now()).toBe(changeMs + changeMs / 4 + changeMs);
	});
});

describe('KeysSharedByExecutions', () => {
	/** Returns the keys of a node in the process of a worker. */
	function openWorker(clock = new VirtualClock(), processedItems = new ProcessedItems(clock)) {
		const registry = new KeysSharedByExecutions(clock);
		/** Executes the node with a key. */
		const acquire = () => {
			registry.removeExpired();
			return registry.acquire({
				helpers: processedItems.helpersFor(workflow),
				getNode: () => testNode(),
				getWorkflow: () => ({ id: workflow, active: true }),
			});
		};
		return {
			clock,
			acquire,
			change: async (kind: 'record' | 'remove', key: string) => {
				const { sent, store, release } = acquire();
				return await sent.change(kind, key, store).finally(release);
			},
		};
	}

	it('evicts the keys of a node that no execution has used for ten minutes', async () => {
		const { clock, acquire } = openWorker();
		const { sent, release } = acquire();
		release();

		await clock.run(clock.sleep(10 * 60_000 + 1));
		expect(acquire().sent).not.toBe(sent);
	});

	it('keeps the keys while an execution uses them, however long it waits', async () => {
		const { clock, acquire } = openWorker();
		const { sent } = acquire();
		acquire().release();

		await clock.run(clock.sleep(20 * 60_000));
		expect(acquire().sent).toBe(sent);
	});

	it('records the first key of a node even if several workers create the row concurrently', async () => {
		const clock = new VirtualClock();
		const processedItems = new ProcessedItems(clock);
		const workers = Array.from({ length: 3 }, () => openWorker(clock, processedItems));
		await clock.run(Promise.all(workers.map(async ({ change }) => await change('record', 'a'))));

		expect(processedItems.snapshot().get(workflow)).toEqual(['a']);
	});

	it('reports a key as recorded until it is removed', async () => {
		const { clock, change } = openWorker();
		const results = clock.run(
			(async () => [
				await change('record', 'a'),
				await change('record', 'a'),
				await change('remove', 'a'),
				await change('record', 'a'),
			])(),
		);

		expect(await results).toEqual([false, true, true, false]);
	});
});
