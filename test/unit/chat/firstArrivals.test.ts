import {
	FirstArrivals,
	rememberFirstArrival,
} from '../../../nodes/ChannelMessaging/chat/firstArrivals';

it('FirstArrivals returns when each message first arrived, for an hour', () => {
	let now = 0;
	const arrivals = new FirstArrivals({ now: () => now });

	expect(arrivals.firstOf('a', 1_000)).toBe(1_000);
	now = 3_599_999;
	expect(arrivals.firstOf('a', 2_000)).toBe(1_000);
	expect(arrivals.firstOf('b', 3_000)).toBe(3_000);
	now = 3_600_000;
	expect(arrivals.firstOf('a', 4_000)).toBe(4_000);
});

const credential = { channelKey: 'channel' };
const ana = { kind: 'id', contactId: 'cus_7' } as const;
const phone = { kind: 'customField', name: 'phone', value: '+15550100001' } as const;
const message = { credential, contact: ana, chatMessageId: 'a' };
const messageFromPhone = { ...message, contact: phone };

it('rememberFirstArrival returns when a message first arrived, whichever form the ID of its contact has', () => {
	expect(rememberFirstArrival(message, 1_000)).toBe(1_000);
	expect(rememberFirstArrival(messageFromPhone, 2_000)).toBe(2_000);

	const sameContact = { ...message, contact: { ...ana, contactId: '7' } };
	expect(rememberFirstArrival(sameContact, 3_000)).toBe(1_000);
	expect(rememberFirstArrival(messageFromPhone, 3_000)).toBe(2_000);
});

it.each([
	['message', { chatMessageId: 'b' }],
	['contact', { contact: { ...ana, contactId: '8' } }],
	['value', { contact: { ...phone, value: '+15550100002' } }],
	['channel', { credential: { ...credential, channelKey: 'other' } }],
	['message without an ID', { chatMessageId: undefined }],
])('rememberFirstArrival confuses no message with another %s', (_difference, change) => {
	rememberFirstArrival(message, 1_000);
	rememberFirstArrival(messageFromPhone, 1_000);

	expect(rememberFirstArrival({ ...message, ...change }, 5_000)).toBe(5_000);
});
