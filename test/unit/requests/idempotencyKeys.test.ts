import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import {
	type AnnouncedKey,
	IdempotencyKeys,
} from '../../../nodes/ChannelMessaging/requests/idempotencyKeys';
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
	it('tells new ones from those that were there', async () => {
		const { clock, record } = keysOnARow();

		expect(await clock.run(record('a'))).toEqual({ kind: 'new' });
		expect(await clock.run(record('b'))).toEqual({ kind: 'new' });
		expect(await clock.run(record('a'))).toEqual({ kind: 'knownBefore' });
	});

	it('makes a key new again by taking it out', async () => {
		const { clock, record, remove } = keysOnARow();

		await clock.run(record('a'));
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

	it('loses none when keys come and go at once', async () => {
		const { clock, row, record, remove } = keysOnARow();
		await clock.run(Promise.all(['a', 'b'].map(record)));

		await clock.run(Promise.all([remove('a'), record('c'), remove('b'), record('d')]));

		expect(row.keys).toEqual(['c', 'd']);
	});

	it('leaves n8n a fifth of the time', async () => {
		const { clock, record } = keysOnARow(40);
		const start = clock.now();
		await clock.run(record('a'));
		await clock.run(record('b'));
		expect(clock.now() - start).toBe(40 + 10 + 40);
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
	const names = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => `key ${String(from + index)}`);

	/** As their messages would leave, one after the other. */
	async function recordInTurn(announced: readonly AnnouncedKey[]): Promise<void> {
		for (const key of announced) await key.record();
	}

	it('are recorded with the ones before them, more each time, while these are known', async () => {
		const { clock, row, announce, record } = keysOnARow();
		await clock.run(Promise.all(names(0, 200).map(record)));
		row.changes.length = 0;

		await clock.run(recordInTurn(names(0, 200).map(announce)));

		// No more than may leave at once, which is 25 here.
		expect(row.changes.map(({ keys }) => keys.length)).toEqual([
			...[1, 2, 4, 8, 16],
			...[25, 25, 25, 25, 25, 25],
			19,
		]);
	});

	it('are recorded one by one again after a new one', async () => {
		const { clock, row, announce, record } = keysOnARow();
		await clock.run(Promise.all(names(0, 3).map(record)));
		row.changes.length = 0;

		await clock.run(recordInTurn(names(0, 9).map(announce)));

		expect(row.changes.map(({ keys }) => keys.length)).toEqual([1, 2, 4, 1, 1]);
	});

	it('are not recorded once their message is given up', async () => {
		const { clock, row, announce } = keysOnARow();

		const given = announce('a');
		expect(await clock.run(given.end())).toBeUndefined();
		await clock.run(announce('b').record());

		expect(row.keys).toEqual(['b']);
	});
});

describe('the turns of a key', () => {
	const turnsOf = (keys: IdempotencyKeys) => {
		const begun: string[] = [];
		const begin = async (name: string, key: string, stop = new CancellationToken()) => {
			const end = await keys.turn(key, stop);
			if (end !== undefined) begun.push(name);
			return end;
		};
		return { begun, begin };
	};

	it('come one after the other, and others do not wait for them', async () => {
		const { keys } = keysOnARow();
		const { begun, begin } = turnsOf(keys);

		const first = await begin('first', 'a');
		const second = begin('second', 'a');
		const third = begin('third', 'a');
		await begin('other', 'b');
		expect(begun).toEqual(['first', 'other']);

		first?.();
		(await second)?.();
		await third;
		expect(begun).toEqual(['first', 'other', 'second', 'third']);
	});

	it('begin at once when the ones before have ended', async () => {
		const { keys } = keysOnARow();
		const { begun, begin } = turnsOf(keys);

		(await begin('first', 'a'))?.();
		(await begin('second', 'a'))?.();

		expect(begun).toEqual(['first', 'second']);
	});

	it('are not for those that were cancelled while they waited', async () => {
		const { keys } = keysOnARow();
		const { begun, begin } = turnsOf(keys);
		const stop = new CancellationToken();

		const first = await begin('first', 'a');
		const cancelled = begin('cancelled', 'a', stop);
		const last = begin('last', 'a');
		stop.cancel();
		expect(await cancelled).toBeUndefined();
		await new Promise(setImmediate);
		expect(begun).toEqual(['first']);
		first?.();
		await last;

		expect(begun).toEqual(['first', 'last']);
		expect(await begin('too late', 'b', stop)).toBeUndefined();
	});
});
