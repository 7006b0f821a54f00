import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const campaign = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		contactId: String(from + index),
		text: `Message ${String(from + index)}`,
	}));

const limits = { messagesPerSecond: 25, contactCallsPerMinute: 100 };

describe('with the limits of the document', () => {
	const channel = useChannel({
		acceptUnknownContacts: true,
		limits: { ...limits, semantics: 'slidingWindow' },
		answers: { minimumMilliseconds: 200, maximumMilliseconds: 200 },
	});
	const credential = () => channel.credential(limits);

	it('25 messages leave at once and are done in one round trip', async () => {
		await runNode({ credential: credential(), parameters: sendText(), items: campaign(1) });
		await new Promise((resolve) => setTimeout(resolve, 1_100));
		const start = performance.now();

		await runNode({ credential: credential(), parameters: sendText(), items: campaign(25, 1) });

		expect(performance.now() - start).toBeLessThanOrEqual(300);
	});

	it.each(['slidingWindow', 'fixedWindow', 'tokenBucket'] as const)(
		'a campaign keeps the full rate and is hardly refused under a %s',
		async (semantics) => {
			channel.service.configure({ limits: { semantics } });
			const start = performance.now();

			await runNode({ credential: credential(), parameters: sendText(), items: campaign(200) });

			const { accepted, duplicates, rateLimited } = channel.service.statistics();
			expect({ accepted, duplicates }).toEqual({ accepted: 200, duplicates: 0 });
			expect(rateLimited).toBeLessThanOrEqual(1);
			expect(200 / ((performance.now() - start) / 1_000)).toBeGreaterThanOrEqual(0.97 * 25);
		},
		20_000,
	);

	it('two executions share one lane', async () => {
		const run = async (from: number) =>
			await runNode({
				credential: credential(),
				parameters: sendText(),
				items: campaign(75, from),
			});

		await Promise.all([run(0), run(75)]);

		const { accepted, duplicates, rateLimited } = channel.service.statistics();
		expect({ accepted, duplicates }).toEqual({ accepted: 150, duplicates: 0 });
		expect(rateLimited).toBeLessThanOrEqual(1);
	}, 20_000);

	it('answers of a second do not slow it down', async () => {
		channel.service.configure({
			answers: { minimumMilliseconds: 1_000, maximumMilliseconds: 1_000 },
		});

		await runNode({ credential: credential(), parameters: sendText(), items: campaign(100) });

		expect(channel.service.statistics().messagesPerSecond).toBeGreaterThanOrEqual(24);
	}, 20_000);

	it('tells as a hint that it waited, how long, and how fast it went', async () => {
		const { hints } = await runNode({
			credential: credential(),
			parameters: sendText(),
			items: campaign(60),
		});

		expect(hints).toEqual([
			{
				type: 'info',
				location: 'outputPane',
				message: expect.stringMatching(
					/^Waited [12]\.\d s for the channel's rate limit: 60 messages were sent at \d+\.\d a second\.$/,
				) as string,
			},
		]);
	});

	it('tells nothing when nothing had to wait', async () => {
		const { hints } = await runNode({
			credential: credential(),
			parameters: sendText(),
			items: campaign(20),
		});

		expect(hints).toEqual([]);
	});
});

describe('with other numbers in the credential', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it('keeps to them', async () => {
		await runNode({
			credential: channel.credential({ messagesPerSecond: 5 }),
			parameters: sendText(),
			items: campaign(15),
		});

		expect(channel.service.statistics().mostMessagesInOneSecond).toBe(5);
	});
});

describe('when the service refuses', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it.each([
		['seconds', { 'retry-after': '2' }],
		['a date', { 'retry-after': () => new Date(Date.now() + 3_000).toUTCString() }],
	])(
		'the whole lane waits as long as Retry-After asks in %s',
		async (_, headers) => {
			const value = headers['retry-after'];
			channel.service.faults.add({
				match: { nth: 3 },
				fault: {
					kind: 'status',
					status: 429,
					headers: { 'retry-after': typeof value === 'string' ? value : value() },
				},
			});

			await runNode({
				credential: channel.credential({ messagesPerSecond: 10 }),
				parameters: sendText(),
				items: campaign(30),
			});

			const calls = channel.service.calls;
			const refusedAt = calls.find(({ status }) => status === 429)?.at ?? 0;
			// Calls that had left before the refusal came back arrive a moment after it.
			const next = calls.find(({ at }) => at > refusedAt + 500)?.at ?? 0;
			expect(next - refusedAt).toBeGreaterThanOrEqual(1_990);
			expect(channel.service.statistics()).toMatchObject({ accepted: 30, duplicates: 0 });
		},
		20_000,
	);
});
