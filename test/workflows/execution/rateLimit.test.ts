import { messages, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

it('a hint reports how long messages waited for the rate limit', async () => {
	const { hints } = await channel.runNode(
		{ parameters: sendText(), items: messages(6) },
		{ messagesPerSecond: 5 },
	);

	expect(hints).toEqual([
		{
			type: 'info',
			location: 'outputPane',
			message: expect.stringMatching(
				/^Sent 6 messages to 6 contacts; \d\.\d per second; waited \d\.\d s for the rate limit$/,
			) as string,
		},
	]);
});
