import { MessageArrivals } from '../../../nodes/ChannelMessaging/chat/messageArrivals';

it('MessageArrivals returns when each message first arrived, for an hour', () => {
	let now = 0;
	const arrivals = new MessageArrivals({ now: () => now });

	expect(arrivals.firstOf('a', 1_000)).toBe(1_000);
	now = 3_599_999;
	expect(arrivals.firstOf('a', 2_000)).toBe(1_000);
	expect(arrivals.firstOf('b', 3_000)).toBe(3_000);
	now = 3_600_000;
	expect(arrivals.firstOf('a', 4_000)).toBe(4_000);
});
