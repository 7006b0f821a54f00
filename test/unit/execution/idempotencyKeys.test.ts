import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/execution/idempotencyKeys';
import { VirtualClock } from '../../support/virtualClock';
import { KeyRow } from './keyRow';

function keysOnARow(milliseconds: number) {
	const clock = new VirtualClock();
	const row = new KeyRow(clock, milliseconds);
	const keys = new IdempotencyKeys(clock);
	const record = async (key: string) => await keys.change('record', key, row);
	return { clock, row, record };
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

it('remembers the latest 50,000 keys', async () => {
	const clock = new VirtualClock();
	const keys = new IdempotencyKeys(clock);

	for (let key = 0; key <= 50_000; key += 1) keys.remember(String(key));

	const remembers = async (key: number) => await clock.run(keys.remembers(String(key)));
	expect(await remembers(0)).toBe(false);
	expect(await remembers(1)).toBe(true);
	expect(await remembers(50_000)).toBe(true);
	expect(await remembers(50_001)).toBe(false);
});
