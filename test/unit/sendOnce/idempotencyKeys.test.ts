import type { DeduplicationItemTypes } from 'n8n-workflow';

import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/sendOnce/idempotencyKeys';
import { KeyRegistry } from '../../../nodes/ChannelMessaging/sendOnce/keyRegistry';
import { VirtualClock } from '../../support/virtualClock';
import { TestKeyStore } from './testKeyStore';
import { testNode } from '../execution/testNode';

describe('IdempotencyKeys', () => {
	function setUp(changeMs: number) {
		const clock = new VirtualClock();
		const store = new TestKeyStore(clock, changeMs);
		const keys = new IdempotencyKeys(clock, Promise.resolve());
		const record = async (key: string) => await keys.change('record', key, store);
		return { clock, store, record };
	}

	it('batches concurrent keys into one write', async () => {
		const { clock, store, record } = setUp(100);
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
					await clock.sleep(20 + 10 * index);
					await record(key);
				}),
			]),
		);

		expect(store.changes.map(({ keys }) => keys)).toEqual([first, later]);
		expect(store.keys).toEqual([...first, ...later]);
	});

	it('pauses after each write for a quarter of its duration', async () => {
		const { clock, record } = setUp(40);
		await clock.run(record('a'));
		await clock.run(record('b'));

		expect(clock.now()).toBe(40 + 10 + 40);
	});
});

describe('KeyRegistry', () => {
	/** n8n's database row of a node. If several workers create the row, all but one fail. */
	function createDatabase() {
		let row: Set<DeduplicationItemTypes> | undefined;
		const find = async () => {
			const found = row;
			await Promise.resolve();
			return found;
		};
		return {
			rows: () => [...(row ?? [])],
			helpers: {
				getProcessedDataCount: async () => (await find())?.size ?? 0,
				checkProcessedAndRecord: async (items: DeduplicationItemTypes[]) => {
					const found = await find();
					if (found === undefined && row !== undefined) throw new Error('Duplicate row');
					const processed = items.filter((item) => found?.has(item));
					row = new Set([...(found ?? []), ...items]);
					return { new: items.filter((item) => !processed.includes(item)), processed };
				},
				removeProcessed: async (items: DeduplicationItemTypes[]) => {
					const found = await find();
					for (const item of items) found?.delete(item);
				},
			},
		};
	}

	type Helpers = ReturnType<typeof createDatabase>['helpers'];

	/** Returns the keys of a node in the process of a worker. */
	function openWorker(helpers: Helpers) {
		const clock = new VirtualClock();
		const registry = new KeyRegistry(clock);
		const acquire = () =>
			registry.acquire({
				helpers,
				getNode: () => testNode(),
				getWorkflow: () => ({ id: '1', active: true }),
			});
		return {
			clock,
			acquire,
			change: async (kind: 'record' | 'remove', key: string) => {
				const { sent, store, release } = acquire();
				return await clock.run(sent.change(kind, key, store).finally(release));
			},
		};
	}

	it('evicts the keys of a node that no execution has used for ten minutes', async () => {
		const { clock, acquire } = openWorker(createDatabase().helpers);
		const { sent, release } = acquire();
		release();

		await clock.run(clock.sleep(10 * 60_000 + 1));
		expect(acquire().sent).not.toBe(sent);
	});

	it('keeps the keys while an execution uses them, however long it waits', async () => {
		const { clock, acquire } = openWorker(createDatabase().helpers);
		const { sent } = acquire();
		acquire().release();

		await clock.run(clock.sleep(20 * 60_000));
		expect(acquire().sent).toBe(sent);
	});

	it('records the first key of a node even if several workers create the row concurrently', async () => {
		const { helpers, rows } = createDatabase();
		const workers = Array.from({ length: 3 }, () => openWorker(helpers));
		await Promise.all(workers.map(async ({ change }) => await change('record', 'a')));

		expect(rows()).toEqual(['a']);
	});

	it('detects recorded keys until they are removed', async () => {
		const { change } = openWorker(createDatabase().helpers);

		expect(await change('record', 'a')).toBe(false);
		expect(await change('record', 'a')).toBe(true);
		await change('remove', 'a');
		expect(await change('record', 'a')).toBe(false);
	});
});
