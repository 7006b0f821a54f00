import { type ServiceProcess, startServiceProcess } from '../../service/serviceProcess';
import type { ConfigurationChange } from '../../service';
import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

// A machine that does something else for a moment must not look like a broken promise.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

const campaign = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		contactId: String(from + index),
		text: `Message ${String(from + index)}`,
	}));

const limits = { messagesPerSecond: 25, contactCallsPerMinute: 100 };
const answers = { minimumMilliseconds: 200, maximumMilliseconds: 200 };

describe('with the limits of the document', () => {
	// In a process of its own, so that messages arrive while n8n is busy, as they do elsewhere.
	let service: ServiceProcess;

	const start = async (change: ConfigurationChange = {}) => {
		service = await startServiceProcess({
			acceptUnknownContacts: true,
			limits: { ...limits, semantics: 'slidingWindow' },
			answers,
			...change,
		});
	};

	const run = async (items: ReturnType<typeof campaign>) =>
		await runNode({
			credential: {
				baseUrl: service.url,
				token: service.token,
				channelType: 'other',
				...limits,
			},
			parameters: sendText(),
			items,
		});

	afterEach(async () => {
		await service.stop();
	});

	it('25 messages leave at once and are done in one round trip', async () => {
		await start();
		await run(campaign(5));
		// The window is free again after a second.
		await new Promise((resolve) => setTimeout(resolve, 1_100));

		const { milliseconds } = await run(campaign(25, 5));

		expect(milliseconds).toBeLessThanOrEqual(300);
	}, 30_000);

	it.each(['slidingWindow', 'fixedWindow', 'tokenBucket'] as const)(
		'a campaign keeps the full rate and is hardly refused under a %s',
		async (semantics) => {
			await start({ limits: { ...limits, semantics } });

			const { milliseconds } = await run(campaign(200));

			const { accepted, duplicates, rateLimited } = await service.seen();
			expect({ accepted, duplicates }).toEqual({ accepted: 200, duplicates: 0 });
			expect(rateLimited).toBeLessThanOrEqual(1);
			expect(200 / (milliseconds / 1_000)).toBeGreaterThanOrEqual(0.97 * 25);
		},
		30_000,
	);

	it('two executions share one queue', async () => {
		await start();

		await Promise.all([run(campaign(75)), run(campaign(75, 75))]);

		const { accepted, duplicates, rateLimited } = await service.seen();
		expect({ accepted, duplicates }).toEqual({ accepted: 150, duplicates: 0 });
		expect(rateLimited).toBeLessThanOrEqual(1);
	}, 30_000);

	it('answers of a second do not slow it down', async () => {
		await start({ answers: { minimumMilliseconds: 1_000, maximumMilliseconds: 1_000 } });

		await run(campaign(100));

		expect((await service.seen()).messagesPerSecond).toBeGreaterThanOrEqual(25);
	}, 30_000);

	it('tells as a hint that it waited, how long, and how fast it went', async () => {
		await start();

		const { hints } = await run(campaign(60));

		expect(hints).toEqual([
			{
				type: 'info',
				location: 'outputPane',
				message: expect.stringMatching(
					/^Sent 60 messages at \d+\.\d\/s; waited \d\.\d s for the rate limit$/,
				) as string,
			},
		]);
	}, 30_000);

	it('tells nothing when nothing had to wait', async () => {
		await start();

		const { hints } = await run(campaign(20));

		expect(hints).toEqual([]);
	}, 30_000);
});

describe('with other numbers in the credential', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it('keeps to them', async () => {
		await runNode({
			credential: channel.credential({ messagesPerSecond: 5 }),
			parameters: sendText(),
			items: campaign(15),
		});

		const times = channel.service.messages.map(({ at }) => at);
		expect(times.filter((at) => at < Math.min(...times) + 1_000)).toHaveLength(5);
	});
});

describe('when the service refuses', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it.each([
		['seconds', () => '2'],
		['a date', () => new Date(Date.now() + 3_000).toUTCString()],
	])(
		'all calls wait as long as Retry-After asks in %s',
		async (_, retryAfter) => {
			channel.service.faults.add({
				match: { nth: 3 },
				fault: { kind: 'status', status: 429, headers: { 'retry-after': retryAfter() } },
			});

			await runNode({
				credential: channel.credential({ messagesPerSecond: 10 }),
				parameters: sendText(),
				items: campaign(30),
			});

			const { calls } = channel.service;
			const refusedAt = calls.find(({ status }) => status === 429)?.at ?? 0;
			// Calls that had left before the refusal came back arrive a moment after it.
			const next = calls.find(({ at }) => at > refusedAt + 500)?.at ?? 0;
			expect(next - refusedAt).toBeGreaterThanOrEqual(1_950);
			expect(channel.service.statistics()).toMatchObject({ accepted: 30, duplicates: 0 });
		},
		30_000,
	);
});
