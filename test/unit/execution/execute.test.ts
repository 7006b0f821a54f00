import { effectOf } from '../../../nodes/ChannelMessaging/execution/execute';
import { send } from '../../../nodes/ChannelMessaging/operations/message/send';
import { itemParameters } from '../parameters/itemParameters';
import { testCredential } from './testNode';

describe('effectOf', () => {
	const item = (options: object) => ({
		...send.prepare(
			itemParameters({ contactId: '7', messageType: 'text', text: 'Hello', options }),
		),
		credential: testCredential,
	});
	const keyed = item({ sendOnceKey: 'order-17' });

	it("returns the operation's wording and warning", () => {
		const { wording, repetition } = send;
		expect(effectOf(send, [keyed, item({})], false)).toEqual({ wording, repetition });
	});

	it('returns no warning if all messages have idempotency keys', () => {
		expect(effectOf(send, [keyed, keyed], false).repetition).toBe('harmless');
	});

	it("returns 'checked' instead of 'sent' for a test", () => {
		expect(effectOf(send, [item({})], true)).toEqual({
			wording: { noun: 'messages', pastParticiple: 'checked' },
			repetition: 'reads',
		});
	});
});
