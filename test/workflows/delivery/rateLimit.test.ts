import { useChannel } from '../engine/channel';
import { sendText } from '../../support/running/parameters';

const messagesPerSecond = 25;
const channel = useChannel({
	acceptUnknownContacts: true,
	limits: { messagesPerSecond, contactCallsPerMinute: null },
});

async function run(count: number, rate = messagesPerSecond) {
	const items = Array.from({ length: count }, (_, index) => ({
		contactId: String(index),
		text: 'Hi',
	}));
	return await channel.run({ parameters: sendText(), items }, { messagesPerSecond: rate });
}

describe('more messages than the limit allows at once', () => {
	it('are all sent, also by two executions', async () => {
		await Promise.all([run(50), run(50)]);

		expect(channel.service.messages).toHaveLength(100);
	});

	it('wait as the number in the credential asks, and a hint says how long', async () => {
		const { hints, milliseconds } = await run(15, 5);

		// Three windows of five: the last begins two seconds after the first.
		expect(milliseconds).toBeGreaterThanOrEqual(2_000);
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

it('a refused message is not sent again before Retry-After', async () => {
	channel.service.faults.add({
		match: { contactId: '3' },
		fault: { kind: 'status', status: 429, headers: { 'retry-after': '2' } },
	});

	await run(10);

	const [first, second] = channel.service.calls.filter(({ path }) => path.endsWith('/3'));
	expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
	expect(channel.service.messages).toHaveLength(10);
});
