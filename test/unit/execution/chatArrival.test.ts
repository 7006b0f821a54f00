import { rememberArrival } from '../../../nodes/ChannelMessaging/execution/chatArrival';
import { testCredential as credential } from './testNode';

const ana = { kind: 'id', contactId: 'cus_7' } as const;
const phone = { kind: 'customField', name: 'phone', value: '+15550100001' } as const;
const message = { credential, contact: ana, chatMessageId: 'a' };
const messageFromPhone = { ...message, contact: phone };

it('rememberArrival returns when a message first arrived, whichever form the ID of its contact has', () => {
	expect(rememberArrival(message, 1_000)).toBe(1_000);
	expect(rememberArrival(messageFromPhone, 2_000)).toBe(2_000);

	const sameContact = { ...message, contact: { ...ana, contactId: '7' } };
	expect(rememberArrival(sameContact, 3_000)).toBe(1_000);
	expect(rememberArrival(messageFromPhone, 3_000)).toBe(2_000);
});

it.each([
	['message', { chatMessageId: 'b' }],
	['contact', { contact: { ...ana, contactId: '8' } }],
	['value', { contact: { ...phone, value: '+15550100002' } }],
	['channel', { credential: { ...credential, channelKey: 'other' } }],
	['message without an ID', { chatMessageId: undefined }],
])('rememberArrival confuses no message with another %s', (_difference, change) => {
	rememberArrival(message, 1_000);
	rememberArrival(messageFromPhone, 1_000);

	expect(rememberArrival({ ...message, ...change }, 5_000)).toBe(5_000);
});
