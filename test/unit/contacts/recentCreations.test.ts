import { RecentCreations } from '../../../nodes/ChannelMessaging/contacts/recentCreations';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const phone = (value: string, ...otherValues: string[]) =>
	({ kind: 'customField', name: 'phone', value, otherValues }) as const;
const done = (contactId: string) => ({ outcome: 'done', contactId }) as const;

function setUp() {
	const clock = new VirtualClock();
	return { clock, creations: new RecentCreations(clock) };
}

it('get returns creations by channel, field name, and any value of a reference', () => {
	const { creations } = setUp();
	creations.add('channel', phone('+1'), done('cus_1'));

	expect(creations.get('channel', phone('+1'))).toEqual(done('cus_1'));
	expect(creations.get('channel', phone('1', '+1'))).toEqual(done('cus_1'));
	expect(creations.get('channel', phone('+2'))).toBeUndefined();
	expect(creations.get('channel', { ...phone('+1'), name: 'email' })).toBeUndefined();
	expect(creations.get('other', phone('+1'))).toBeUndefined();
});

it('get returns no creations after the ten minutes', () => {
	const { clock, creations } = setUp();
	creations.add('channel', phone('+1'), done('cus_1'));
	clock.block(10 * 60_000 - 1);
	creations.add('channel', phone('+2'), done('cus_2'));
	expect(creations.get('channel', phone('+1'))).toEqual(done('cus_1'));

	clock.block(1);
	expect(creations.get('channel', phone('+1'))).toBeUndefined();
	expect(creations.get('channel', phone('+2'))).toEqual(done('cus_2'));
});

it('add forgets the oldest creation if there are more than 10,000', () => {
	const { creations } = setUp();
	for (let number = 0; number <= 10_000; number += 1) {
		creations.add('channel', phone(String(number)), done(`cus_${String(number)}`));
	}

	expect(creations.get('channel', phone('0'))).toBeUndefined();
	expect(creations.get('channel', phone('1'))).toEqual(done('cus_1'));
	expect(creations.get('channel', phone('10000'))).toEqual(done('cus_10000'));
});

it.each(['+1', '1'])(
	'lock runs references with common values one at a time in any order, after the value %s is unlocked',
	async (held) => {
		const { creations } = setUp();
		const events: string[] = [];
		let finish: () => void = () => undefined;
		const blocked = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const lock = async (reference: ReturnType<typeof phone>, wait?: Promise<void>) =>
			await creations.lock('channel', [reference], new CancellationToken(), async () => {
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

it('The memory of creations contains neither custom fields nor their values', () => {
	const { creations } = setUp();
	creations.add('channel', phone('+442079460001'), done('cus_1'));
	const entries = [...(Reflect.get(creations, 'creations') as Map<string, unknown>).entries()];

	expect(entries).toHaveLength(1);
	expect(JSON.stringify(entries)).not.toMatch(/442079460001|phone|channel/);
});
