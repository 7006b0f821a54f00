import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/requests/idempotencyKeys';
import { VirtualClock } from '../../measure/simulation/virtualClock';
import { KeyRow } from './keyRow';

function keysOnARow(milliseconds = 5) {
	const clock = new VirtualClock();
	const row = new KeyRow(clock, milliseconds);
	const keys = new IdempotencyKeys(clock);
	const announce = (key: string) => keys.announce(key, { store: row, atOnce: 25 });
	const record = async (key: string) => await announce(key).record();
	return { clock, row, announce, record };
}

describe('recording keys', () => {
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
});

describe('keys that are announced', () => {
	const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

	it.each([
		// Four times what may leave at once, which is 25 here.
		['while these are known', 200, 200, [1, 2, 4, 8, 16, 32, 64, 73]],
		['until one is new', 3, 9, [1, 2, 4, 1, 1]],
	])(
		'are recorded with the ones before them, more each time, %s',
		async (_, known, count, batches) => {
			const { clock, row, announce, record } = keysOnARow();
			await clock.run(Promise.all(names(known).map(record)));
			row.changes.length = 0;

			// As their messages would leave, one after the other.
			for (const key of names(count).map(announce)) await clock.run(key.record());

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
