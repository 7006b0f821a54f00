import { repeatedKeysWarning } from '../../../nodes/ChannelMessaging/execution/repeatedKeys';
import { send } from '../../../nodes/ChannelMessaging/operations/message/send';
import { itemParameters } from '../parameters/itemParameters';
import { testCredential } from './testNode';

const withKeys = (...keys: readonly string[]) =>
	keys.map((sendOnceKey) => ({
		...send.prepare(
			itemParameters({ contactId: '7', messageType: 'text', text: 'Hi', options: { sendOnceKey } }),
		),
		credential: testCredential,
	}));

it('counts the items whose key an earlier item has', () => {
	expect(repeatedKeysWarning(withKeys('a', 'b', 'a', 'a'))).toMatch(/^2 of 4 items have the same/);
});

it('returns no warning for different keys', () => {
	expect(repeatedKeysWarning(withKeys('a', 'b'))).toBeUndefined();
});
