import { setImmediate as settle } from 'node:timers/promises';

import { RecentIdentities } from '../../../nodes/ChannelMessaging/contacts/recentIdentities';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const phone = (value: string, ...otherValues: string[]) =>
	({ kind: 'customField', name: 'phone', value, otherValues }) as const;
const done = (contactId: string) => ({ outcome: 'done', contactId }) as const;

function setUp() {
	const clock = new VirtualClock();
	return { clock, identities: new RecentIdentities(clock) };
}

it('get returns identities by channel, field name, and any value of a reference', () => {
	const { identities } = setUp();
	identities.add('channel', phone('+1'), done('cus_1'));

	expect(identities.get('channel', phone('+1'))).toEqual(done('cus_1'));
	expect(identities.get('channel', phone('1', '+1'))).toEqual(done('cus_1'));
	expect(identities.get('channel', phone('+2'))).toBeUndefined();
	expect(identities.get('channel', { ...phone('+1'), name: 'email' })).toBeUndefined();
	expect(identities.get('other', phone('+1'))).toBeUndefined();
});

it('get returns no identities after ten minutes', () => {
	const { clock, identities } = setUp();
	identities.add('channel', phone('+1'), done('cus_1'));
	clock.block(10 * 60_000 - 1);
	identities.add('channel', phone('+2'), done('cus_2'));
	expect(identities.get('channel', phone('+1'))).toEqual(done('cus_1'));

	clock.block(1);
	expect(identities.get('channel', phone('+1'))).toBeUndefined();
	expect(identities.get('channel', phone('+2'))).toEqual(done('cus_2'));
});

it('add forgets the oldest identity if there are more than 50,000', () => {
	const { identities } = setUp();
	for (let number = 0; number <= 50_000; number += 1) {
		identities.add('channel', phone(String(number)), done(`cus_${String(number)}`));
	}

	expect(identities.get('channel', phone('0'))).toBeUndefined();
	expect(identities.get('channel', phone('1'))).toEqual(done('cus_1'));
	expect(identities.get('channel', phone('50000'))).toEqual(done('cus_50000'));
});

it.each(['+1', '1'])(
	'lock serializes references that share a value, in any order, after %s is unlocked',
	async (held) => {
		const { identities } = setUp();
		const events: string[] = [];
		let finish: () => void = () => undefined;
		const blocked = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const lock = async (reference: ReturnType<typeof phone>, wait?: Promise<void>) =>
			await identities.lock('channel', reference, [], new CancellationToken(), async () => {
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
	const { identities } = setUp();
	const cancellation = new CancellationToken();
	const events: string[] = [];
	const finish: Array<() => void> = [];
	const lock = async (searched: string, saved: string) =>
		await identities.lock('channel', phone(searched), [phone(saved)], cancellation, async () => {
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

it('The memory of identities contains neither custom fields nor their values', () => {
	const { identities } = setUp();
	identities.add('channel', phone('+442079460001'), done('cus_1'));
	const memory = Reflect.get(identities, 'identities') as object;
	const entries = [...(Reflect.get(memory, 'entries') as Map<string, unknown>).entries()];

	expect(entries).toHaveLength(1);
	expect(JSON.stringify(entries)).not.toMatch(/442079460001|phone|channel/);
});
