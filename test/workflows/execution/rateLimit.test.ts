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

it.each(['none', 'seconds', 'date'] as const)(
	'sends each message once despite 429s (Retry-After: %s)',
	async (retryAfter) => {
		channel.service.configure({ limits: { messagesPerSecond: 5, retryAfter } });

		const { items } = await send(10, 1_000);

		expect(items).toHaveLength(10);
		expect(channel.service.statistics()).toMatchObject({ accepted: 10, duplicates: 0 });
		expect(channel.service.statistics().rateLimited).toBeGreaterThan(0);
	},
);

it("adds a hint if messages waited for the credential's rate limit", async () => {
	const { hints } = await send(6, 5);

	expect(hints).toEqual([
		{
			type: 'info',
			location: 'outputPane',
			message: expect.stringMatching(
				/^Sent 6 messages at \d\.\d\/s; waited \d\.\d s for the rate limit$/,
			) as string,
		},
	]);
});

it('adds no hint if all messages are sent immediately', async () => {
	expect((await send(20, 25)).hints).toEqual([]);
});
