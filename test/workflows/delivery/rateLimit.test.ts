import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const messagesPerSecond = 25;
const channel = useChannel({
	acceptUnknownContacts: true,
	limits: { messagesPerSecond, contactRequestsPerMinute: null },
});

async function run(count: number, rate = messagesPerSecond) {
	const items = Array.from({ length: count }, (_, index) => ({
		contactId: String(index),
		text: 'Hi',
	}));
	return await channel.runNode({ parameters: sendText(), items }, { messagesPerSecond: rate });
}

it.each(['none', 'seconds', 'date'] as const)(
	'sends messages again that the service rejected with 429 (Retry-After: %s)',
	async (retryAfter) => {
		channel.service.configure({ limits: { messagesPerSecond: 5, retryAfter } });

		const { items } = await run(10, 1_000);

		expect(items).toHaveLength(10);
		expect(channel.service.statistics()).toMatchObject({ accepted: 10, duplicates: 0 });
		expect(channel.service.statistics().rateLimited).toBeGreaterThan(0);
	},
);

describe('more messages than the limit allows at once', () => {
	it('wait as the number in the credential asks, and a hint says how long', async () => {
		const { hints, durationMs } = await run(15, 5);

		// Three windows of five: the last begins two seconds after the first.
		expect(durationMs).toBeGreaterThanOrEqual(2_000);
		expect(hints).toEqual([
			{
				type: 'info',
				location: 'outputPane',
				message: expect.stringMatching(
					/^Sent 15 messages at \d\.\d\/s; waited \d\.\d s for the rate limit$/,
				) as string,
			},
		]);
	});

	it('are not what a run of a few messages is told about', async () => {
		expect((await run(20)).hints).toEqual([]);
	});
});
