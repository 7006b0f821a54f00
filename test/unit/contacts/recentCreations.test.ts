import {
	creationRetentionMs,
	maxCreations,
	RecentCreations,
} from '../../../nodes/ChannelMessaging/contacts/contactLookup';
import { ManualClock } from '../scheduling/manualClock';

const owner = { baseUrl: 'https://service.example', token: 'token-of-the-channel' };
const phone = (value: string) => ({ kind: 'customField', name: 'phone', value }) as const;
const done = (contactId: string) => ({ outcome: 'done', contactId }) as const;

describe('recent creations', () => {
	it('are found by base URL, token, field name, and value', () => {
		const creations = new RecentCreations(new ManualClock());
		creations.ofChannel(owner).add(phone('+1'), done('cus_1'));

		expect(creations.ofChannel({ ...owner }).get(phone('+1'))).toEqual(done('cus_1'));
		expect(creations.ofChannel(owner).get(phone('+2'))).toBeUndefined();
		expect(creations.ofChannel(owner).get({ ...phone('+1'), name: 'email' })).toBeUndefined();
		expect(creations.ofChannel({ ...owner, token: 'other' }).get(phone('+1'))).toBeUndefined();
		expect(creations.ofChannel({ ...owner, baseUrl: 'x' }).get(phone('+1'))).toBeUndefined();
	});

	it('expire after the retention time', () => {
		const clock = new ManualClock();
		const creations = new RecentCreations(clock).ofChannel(owner);
		creations.add(phone('+1'), done('cus_1'));
		clock.pass(creationRetentionMs - 1);
		creations.add(phone('+2'), done('cus_2'));
		expect(creations.get(phone('+1'))).toEqual(done('cus_1'));
		clock.pass(1);
		expect(creations.get(phone('+1'))).toBeUndefined();
		expect(creations.get(phone('+2'))).toEqual(done('cus_2'));
	});

	it('evict the oldest if there are too many', () => {
		const creations = new RecentCreations(new ManualClock()).ofChannel(owner);
		for (let number = 0; number <= maxCreations; number += 1) {
			creations.add(phone(String(number)), done(`cus_${String(number)}`));
		}
		expect(creations.get(phone('0'))).toBeUndefined();
		expect(creations.get(phone('1'))).toEqual(done('cus_1'));
		expect(creations.get(phone(String(maxCreations)))).toEqual(done(`cus_${String(maxCreations)}`));
	});

	it('contain neither tokens nor values of contacts', () => {
		const creations = new RecentCreations(new ManualClock());
		creations.ofChannel(owner).add(phone('+34600000001'), done('cus_1'));
		const entries = [...(Reflect.get(creations, 'creations') as Map<string, unknown>).entries()];
		expect(entries).toHaveLength(1);
		expect(JSON.stringify(entries)).not.toMatch(/token-of|34600000001|phone/);
	});
});
