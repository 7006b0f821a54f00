import { speechOf } from '../../../nodes/ChannelMessaging/execution/execute';
import { givenParameters } from '../parameters/givenParameters';
import { aCredential } from './aCredential';
import { operationNamed } from '../operations/operationNamed';

const send = operationNamed('message', 'send');
const item = (options: object) => ({
	...send.prepare(givenParameters({ contactId: '7', messageType: 'text', text: 'Hello', options })),
	credential: aCredential,
});
const keyed = item({ sendOnceKey: 'order-17' });
const failed = { kind: 'failed', error: 'No' } as const;

describe('how a run speaks', () => {
	it('is that of its operation', () => {
		const { wording, repetition } = send;
		expect(speechOf(send, [keyed, item({})])).toEqual({ wording, repetition });
	});

	it('warns of nothing where every item has a key, and none would be sent again', () => {
		expect(speechOf(send, [keyed, keyed]).repetition).toBe('harmless');
	});

	it('tells of checks where no item sends anything', () => {
		const checking = item({ checkWithoutSending: true });
		expect(speechOf(send, [checking, failed])).toEqual({
			wording: { things: 'messages', participle: 'checked' },
			repetition: 'reads',
		});
		expect(speechOf(send, [checking, keyed]).wording.participle).toBe('sent');
	});
});
