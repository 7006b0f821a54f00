import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const messagesPerSecond = 25;
const channel = useChannel({
	acceptUnknownContacts: true,
	limits: { messagesPerSecond, contactCallsPerMinute: null },
});

const campaign = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		contactId: String(from + index),
		text: `Message ${String(from + index)}`,
	}));

const run = async (items: ReturnType<typeof campaign>, rate = messagesPerSecond) =>
	await runNode({
		credential: channel.credential({ messagesPerSecond: rate }),
		parameters: sendText(),
		items,
	});

const accepted = () => {
	const { accepted: messages, duplicates } = channel.service.statistics();
	return { messages, duplicates };
};

describe('more messages than the limit allows at once', () => {
	it('are all sent, each once, also by two executions', async () => {
		await Promise.all([run(campaign(50)), run(campaign(50, 50))]);

		expect(accepted()).toEqual({ messages: 100, duplicates: 0 });
	});

	it('wait as the number in the credential asks, and a hint says how long', async () => {
		const { hints, milliseconds } = await run(campaign(15), 5);

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
		expect((await run(campaign(20))).hints).toEqual([]);
	});
});

it.each([
	['seconds', () => '2', 2_000],
	['a date', () => new Date(Date.now() + 3_000).toUTCString(), 1_950],
])('a refused message is not sent again before Retry-After, in %s', async (_, header, least) => {
	channel.service.faults.add({
		match: { contactId: '3' },
		fault: { kind: 'status', status: 429, headers: { 'retry-after': header() } },
	});

	await run(campaign(10));

	const [first, second] = channel.service.calls.filter(({ path }) => path.endsWith('/3'));
	expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(least);
	expect(accepted()).toEqual({ messages: 10, duplicates: 0 });
});
