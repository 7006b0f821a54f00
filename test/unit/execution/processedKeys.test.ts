import type { DeduplicationItemTypes } from 'n8n-workflow';

import type * as ProcessedKeys from '../../../nodes/ChannelMessaging/execution/idempotencyKeys';
import { KeyRegistry, maxIdleMs } from '../../../nodes/ChannelMessaging/execution/idempotencyKeys';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { systemClock } from '../../../nodes/ChannelMessaging/scheduling/clock';
import { VirtualClock } from '../../support/virtualClock';
import { nodeOfType } from './nodeOfType';

/** The row of a node as n8n keeps it: whoever finds none makes one, which a second one can't. */
function database() {
	let row: Set<DeduplicationItemTypes> | undefined;
	const find = async () => {
		const found = row;
		await systemClock.sleep(5);
		return found;
	};
	return {
		rows: () => [...(row ?? [])],
		helpers: {
			getProcessedDataCount: async () => (await find())?.size ?? 0,
			checkProcessedAndRecord: async (items: DeduplicationItemTypes[]) => {
				const found = await find();
				if (found === undefined && row !== undefined) throw new Error('The row is there already');
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

describe('KeyRegistry', () => {
	const setUp = () => {
		const clock = new VirtualClock();
		const registry = new KeyRegistry(clock);
		const { helpers } = database();
		const keysOf = (workflowId: string) =>
			registry.keysFor({
				helpers,
				getNode: () => nodeOfType(),
				getWorkflow: () => ({ id: workflowId, active: true }),
			}).sent;
		return { clock, keysOf, stop: new CancellationToken() };
	};

	it('evicts the keys of a node that was idle for an hour', async () => {
		const { clock, keysOf } = setUp();
		const keys = keysOf('1');
		keys.remember('a');

		await clock.run(clock.sleep(maxIdleMs - 1));
		keysOf('2');
		expect(keysOf('1')).toBe(keys);

		await clock.run(clock.sleep(1));
		keysOf('3');
		expect(keysOf('1')).not.toBe(keys);
	});

	it('keeps the keys of a node that still sends a message', async () => {
		const { clock, keysOf, stop } = setUp();
		const keys = keysOf('1');
		const sending = keys.locks.run('a', stop, async () => {
			await clock.sleep(2 * maxIdleMs);
		});
		await clock.run(clock.sleep(maxIdleMs));
		keysOf('2');

		expect(keysOf('1')).toBe(keys);
		await clock.run(sending);
	});
});

/** The keys in a process of its own. */
async function worker(helpers: ReturnType<typeof database>['helpers']) {
	let module: typeof ProcessedKeys | undefined;
	await jest.isolateModulesAsync(async () => {
		module = await import('../../../nodes/ChannelMessaging/execution/idempotencyKeys');
	});
	if (module === undefined) throw new Error('Nothing was loaded');
	const workflow = { id: '1', name: 'Campaign', active: true };
	return module.idempotencyKeysOf({
		helpers,
		getNode: () => nodeOfType(),
		getWorkflow: () => workflow,
	});
}

describe("the keys in n8n's store", () => {
	it('are recorded also where several workers record the first ones of a node at once', async () => {
		const { helpers, rows } = database();
		const workers = [await worker(helpers), await worker(helpers), await worker(helpers)];

		const known = await Promise.all(
			workers.map(async ({ sent, store }) => await sent.change('record', 'a', store)),
		);

		expect(known).toHaveLength(3);
		expect(rows()).toEqual(['a']);
	});

	it('are known from then on, and taken out again', async () => {
		const { helpers } = database();
		const { sent, store } = await worker(helpers);

		expect(await sent.change('record', 'a', store)).toBe(false);
		expect(await sent.change('record', 'a', store)).toBe(true);
		await sent.change('remove', 'a', store);
		expect(await sent.change('record', 'a', store)).toBe(false);
	});

	it('cannot be recorded where the database is away, which is told by its own words', async () => {
		const fail = async () => await Promise.reject(new Error('The database is away'));
		const { helpers } = database();
		const away = { ...helpers, getProcessedDataCount: fail, checkProcessedAndRecord: fail };
		const { sent, store } = await worker(away);

		await expect(sent.change('record', 'a', store)).rejects.toThrow('The database is away');
	});
});
