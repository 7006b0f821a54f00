import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/requests/idempotencyKeys';
import { VirtualClock } from '../../measure/simulation/virtualClock';
import { KeyRow } from './keyRow';

function keysOnARow(milliseconds: number) {
	const clock = new VirtualClock();
	const row = new KeyRow(clock, milliseconds);
	const keys = new IdempotencyKeys(clock);
	const record = async (key: string) => await keys.record(key, row);
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
