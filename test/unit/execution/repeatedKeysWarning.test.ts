import { repeatedKeysWarning } from '../../../nodes/ChannelMessaging/execution/repeatedKeysWarning';
import { messageItem } from './messageItem';

const withKeys = (...keys: readonly string[]) =>
	keys.map((sendOnceKey) => messageItem({ sendOnceKey }));

it("counts the items that repeat an earlier item's key", async () => {
	expect(await repeatedKeysWarning(withKeys('a', 'b', 'a', 'a'))).toMatch(
		/^2 of 4 items have the same/,
	);
});

it('returns no warning for different keys', async () => {
	expect(await repeatedKeysWarning(withKeys('a', 'b'))).toBeUndefined();
});
