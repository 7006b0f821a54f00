import {
	type AnnouncedKey,
	IdempotencyKeys,
} from '../../../nodes/ChannelMessaging/requests/idempotencyKeys';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../measure/simulation/virtualClock';
import { KeyRow } from './keyRow';

function keysOnARow(milliseconds = 5) {
	const clock = new VirtualClock();
	const row = new KeyRow(clock, milliseconds);
	const keys = new IdempotencyKeys(clock);
	const announce = (key: string) => keys.announce(key, { store: row, atOnce: 25 });
	const record = async (key: string) => await announce(key).record();
	const remove = async (key: string) => await keys.remove(key, row);
	return { clock, row, keys, announce, record, remove };
}

describe('recording keys', () => {
	it('tells new ones from those that were there and were not taken out', async () => {
		const { clock, record, remove } = keysOnARow();

		expect(await clock.run(record('a'))).toEqual({ kind: 'new' });
		expect(await clock.run(record('a'))).toEqual({ kind: 'knownBefore' });
		expect(await clock.run(remove('a'))).toBe(true);
		expect(await clock.run(record('a'))).toEqual({ kind: 'new' });
	});

	it('writes the keys of a burst together, and those that come meanwhile together after them', async () => {
		const { clock, row, record } = keysOnARow(100);
		const first = ['a', 'b', 'c'];
		const later = ['d', 'e'];

		await clock.run(
			Promise.all([
				...first.map(async (key, index) => {
					// In the same turn of the event loop, but not in the same moment.
					for (let moment = 0; moment < 10 * index; moment += 1) await Promise.resolve();
					await record(key);
				}),
				...later.map(async (key, index) => {
					await clock.sleep(20 + 10 * index);
					await record(key);
				}),
			]),
		);

		expect(row.changes.map(({ keys }) => keys)).toEqual([first, later]);
		expect(row.keys).toEqual([...first, ...later]);
	});

	it('leaves n8n a fifth of the time', async () => {
		const { clock, record } = keysOnARow(40);
		await clock.run(record('a'));
		await clock.run(record('b'));

		expect(clock.now()).toBe(40 + 10 + 40);
	});

	it('says so when the store cannot be used, and goes on when it can again', async () => {
		const { clock, row, record, remove } = keysOnARow();
		row.outage = new Error('The database is away');
		expect(await clock.run(record('a'))).toEqual({
			kind: 'unavailable',
			reason: 'The database is away',
		});
		expect(await clock.run(remove('a'))).toBe(false);

		row.outage = undefined;
		expect(await clock.run(record('a'))).toEqual({ kind: 'new' });
	});
});

describe('keys that are announced', () => {
	const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

	/** As their messages would leave, one after the other. */
	async function recordInTurn(announced: readonly AnnouncedKey[]): Promise<void> {
		for (const key of announced) await key.record();
	}

	it.each([
		// No more than may leave at once, which is 25 here.
		['while these are known', 200, 200, [1, 2, 4, 8, 16, 25, 25, 25, 25, 25, 25, 19]],
		['until one is new', 3, 9, [1, 2, 4, 1, 1]],
	])(
		'are recorded with the ones before them, more each time, %s',
		async (_, known, count, batches) => {
			const { clock, row, announce, record } = keysOnARow();
			await clock.run(Promise.all(names(known).map(record)));
			row.changes.length = 0;

			await clock.run(recordInTurn(names(count).map(announce)));

			expect(row.changes.map(({ keys }) => keys.length)).toEqual(batches);
		},
	);

	it('are not recorded once their message is given up', async () => {
		const { clock, row, announce } = keysOnARow();

		expect(await clock.run(announce('a').end())).toBeUndefined();
		await clock.run(announce('b').record());

		expect(row.keys).toEqual(['b']);
	});
});

it('the turns of a key come one after the other, but for those that are cancelled', async () => {
	const { keys } = keysOnARow();
	const stop = new CancellationToken();
	const begun: string[] = [];
	const begin = async (name: string, key: string, cancelled = new CancellationToken()) => {
		const end = await keys.turn(key, cancelled);
		if (end !== undefined) begun.push(name);
		return end;
	};

	const first = await begin('first', 'a');
	const cancelled = begin('cancelled', 'a', stop);
	const second = begin('second', 'a');
	const third = begin('third', 'a');
	await begin('of another key', 'b');
	stop.cancel();
	expect(await cancelled).toBeUndefined();
	expect(await begin('too late', 'c', stop)).toBeUndefined();
	expect(begun).toEqual(['first', 'of another key']);

	first?.();
	(await second)?.();
	(await third)?.();
	await begin('after all', 'a');
	expect(begun).toEqual(['first', 'of another key', 'second', 'third', 'after all']);
});
