import { sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

async function send(count: number, messagesPerSecond: number) {
	const items = Array.from({ length: count }, (_, index) => ({
		contactId: String(index),
		text: 'Hi',
	}));
	return await channel.runNode({ parameters: sendText(), items }, { messagesPerSecond });
}

it('sends each message once despite 429s', async () => {
	channel.service.configure({ limits: { messagesPerSecond: 5 } });

	const { items } = await send(10, 1_000);

	expect(items).toHaveLength(10);
	expect(channel.service.statistics()).toMatchObject({ accepted: 10, duplicates: 0 });
	expect(channel.service.statistics().rateLimited).toBeGreaterThan(0);
});

it('a hint reports how long messages waited for the rate limit', async () => {
	const { hints } = await send(6, 5);

	expect(hints).toEqual([
		{
			type: 'info',
			location: 'outputPane',
			message: expect.stringMatching(/^Sent 6; \d\.\d per second; waited \d\.\d s$/) as string,
		},
	]);
});
