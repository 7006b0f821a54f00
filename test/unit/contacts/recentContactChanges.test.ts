import { RecentContactChanges } from '../../../nodes/ChannelMessaging/contacts/recentContactChanges';
import { VirtualClock } from '../../support/virtualClock';

const lagMs = 2 * 60_000;

function setUp() {
	const clock = new VirtualClock();
	clock.block(10 * lagMs);
	const changes = new RecentContactChanges(clock);
	/** Whether the results of a search show all changes. */
	const areIn = (contactId: string, readAt = clock.now(), channelKey = 'channel') =>
		changes.areIn(channelKey, { contactId, readAt });
	/** Whether the results of a search show all changes of a custom field. */
	const isFieldIn = (name: string) =>
		changes.areIn('channel', { contactId: '7', readAt: clock.now() }, name);
	return { clock, changes, areIn, isFieldIn };
}

it('a search within two minutes of a change may miss the change, whichever form the ID has', () => {
	const { clock, changes, areIn } = setUp();
	changes.add('channel', 'cus_7');
	expect([areIn('cus_7'), areIn('7')]).toEqual([false, false]);
	expect([areIn('8'), areIn('7', clock.now(), 'other')]).toEqual([true, true]);

	clock.block(lagMs - 1);
	expect(areIn('7')).toBe(false);
	clock.block(1);
	expect(areIn('7')).toBe(true);
});

it('a change is recent from its start until two minutes after its end, even if it fails', async () => {
	const { clock, changes, areIn, isFieldIn } = setUp();
	/** Starts a change. Returns a function that ends it. */
	const begin = () => {
		let fail: (error: Error) => void = () => undefined;
		const response = new Promise<void>((_resolve, reject) => {
			fail = reject;
		});
		const change = changes.during('channel', '7', ['phone'], async () => {
			await response;
		});
		return async () => {
			fail(new Error('The response was lost'));
			await expect(change).rejects.toThrow('The response was lost');
		};
	};
	const [endOne, endOther] = [begin(), begin()];
	clock.block(5 * lagMs);
	expect([areIn('7'), isFieldIn('phone'), isFieldIn('email')]).toEqual([false, false, true]);
	await endOne();
	clock.block(5 * lagMs);
	expect(areIn('7')).toBe(false);
	await endOther();

	expect([areIn('7'), isFieldIn('phone'), isFieldIn('email')]).toEqual([false, false, true]);
	clock.block(lagMs);
	expect([areIn('7'), isFieldIn('phone')]).toEqual([true, true]);
});

it('results that are older than two minutes may miss changes', () => {
	const { clock, areIn } = setUp();
	const readAt = clock.now();
	clock.block(lagMs - 1);
	expect(areIn('7', readAt)).toBe(true);
	clock.block(1);
	expect(areIn('7', readAt)).toBe(false);
});

it('no results are trusted for two minutes after more than 50,000 changes', () => {
	const { clock, changes, areIn } = setUp();
	for (let number = 0; number <= 50_000; number += 1) changes.add('channel', String(number));
	expect(areIn('unknown')).toBe(false);

	clock.block(lagMs);
	expect(areIn('unknown')).toBe(true);
});
