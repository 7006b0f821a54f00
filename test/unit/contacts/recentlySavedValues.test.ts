import { setImmediate as settle } from 'node:timers/promises';

import { RecentlySavedValues } from '../../../nodes/ChannelMessaging/contacts/recentlySavedValues';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const phone = (value: string, ...otherValues: string[]) =>
	({ kind: 'customField', name: 'phone', value, otherValues }) as const;
const done = (contactId: string) => ({ outcome: 'done', contactId }) as const;

function setUp() {
	const clock = new VirtualClock();
	return { clock, savedValues: new RecentlySavedValues(clock) };
}

it('get returns saved values by channel, field name, and any value of a reference', () => {
	const { savedValues } = setUp();
	savedValues.add('channel', phone('+1'), done('cus_1'));

	expect(savedValues.get('channel', phone('+1'))).toEqual(done('cus_1'));
	expect(savedValues.get('channel', phone('1', '+1'))).toEqual(done('cus_1'));
	expect(savedValues.get('channel', phone('+2'))).toBeUndefined();
	expect(savedValues.get('channel', { ...phone('+1'), name: 'email' })).toBeUndefined();
	expect(savedValues.get('other', phone('+1'))).toBeUndefined();
});

it('get returns no saved values after ten minutes', () => {
	const { clock, savedValues } = setUp();
	savedValues.add('channel', phone('+1'), done('cus_1'));
	clock.block(10 * 60_000 - 1);
	savedValues.add('channel', phone('+2'), done('cus_2'));
	expect(savedValues.get('channel', phone('+1'))).toEqual(done('cus_1'));

	clock.block(1);
	expect(savedValues.get('channel', phone('+1'))).toBeUndefined();
	expect(savedValues.get('channel', phone('+2'))).toEqual(done('cus_2'));
});

it('add forgets the oldest saved value if there are more than 50,000', () => {
	const { savedValues } = setUp();
	for (let number = 0; number <= 50_000; number += 1) {
		savedValues.add('channel', phone(String(number)), done(`cus_${String(number)}`));
	}

	expect(savedValues.get('channel', phone('0'))).toBeUndefined();
	expect(savedValues.get('channel', phone('1'))).toEqual(done('cus_1'));
	expect(savedValues.get('channel', phone('50000'))).toEqual(done('cus_50000'));
});

it.each(['+1', '1'])(
	'lock serializes references that share a value, in any order, after %s is unlocked',
	async (held) => {
		const { savedValues } = setUp();
		const events: string[] = [];
		let finish: () => void = () => undefined;
		const blocked = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const lock = async (reference: ReturnType<typeof phone>, wait?: Promise<void>) =>
			await savedValues.lock('channel', reference, [], new CancellationToken(), async () => {
				events.push(`start ${reference.value}`);
				await wait;
				events.push(`end ${reference.value}`);
			});
		const holding = lock(phone(held), blocked);
		const waiting = [lock(phone('+1', '1', 'a')), lock(phone('1', '+1', 'b'))];
		await lock(phone('+2', '2'));
		expect(events).toEqual([`start ${held}`, 'start +2', 'end +2']);

		finish();
		await Promise.all([holding, ...waiting]);
		expect(events.slice(3)).toEqual([`end ${held}`, 'start +1', 'end +1', 'start 1', 'end 1']);
	},
);

it('lock runs a search for a value when no execution is saving the value', async () => {
	const { savedValues } = setUp();
	const cancellation = new CancellationToken();
	const events: string[] = [];
	const finish: Array<() => void> = [];
	const lock = async (searched: string, saved: string) =>
		await savedValues.lock('channel', phone(searched), [phone(saved)], cancellation, async () => {
			events.push(`start ${searched}`);
			await new Promise<void>((resolve) => finish.push(resolve));
		});
	const savers = [lock('1', '3'), lock('2', '3')];
	const search = lock('3', '');
	expect(events).toEqual(['start 1', 'start 2']);

	for (const end of finish) end();
	await Promise.all(savers);
	await settle();
	expect(events).toEqual(['start 1', 'start 2', 'start 3']);

	finish[2]?.();
	await search;
});

it('The cache of saved values contains neither custom fields nor their values', () => {
	const { savedValues } = setUp();
	savedValues.add('channel', phone('+442079460001'), done('cus_1'));
	const memory = Reflect.get(savedValues, 'savedValues') as object;
	const entries = [...(Reflect.get(memory, 'entries') as Map<string, unknown>).entries()];

	expect(entries).toHaveLength(1);
	expect(JSON.stringify(entries)).not.toMatch(/442079460001|phone|channel/);
});
