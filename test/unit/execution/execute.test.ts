import { effectOf } from '../../../nodes/ChannelMessaging/execution/execute';
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
		expect(effectOf(send, [keyed, item({})])).toEqual({ wording, repetition });
	});

	it('warns of nothing where every item has a key, and none would be sent again', () => {
		expect(effectOf(send, [keyed, keyed]).repetition).toBe('harmless');
	});

	it('tells of checks where no item sends anything', () => {
		const checking = item({ checkWithoutSending: true });
		expect(effectOf(send, [checking, failed])).toEqual({
			wording: { noun: 'messages', pastParticiple: 'checked' },
			repetition: 'reads',
		});
		expect(effectOf(send, [checking, keyed]).wording.pastParticiple).toBe('sent');
	});
});
