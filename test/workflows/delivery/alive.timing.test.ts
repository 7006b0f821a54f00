import { type ServiceProcess, startServiceProcess } from '../../service/serviceProcess';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

// A machine that does something else for a moment must not look like a broken promise.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

const count = 10_000;

/**
 * In milliseconds. What n8n's engine does with 10,000 items before and after the node is in here too,
 * and the garbage of the test itself: `npm run bench` holds the node to 100 in an n8n of its own.
 */
const longestWait = 200;

/** Looks every few milliseconds how long the event loop kept everybody else waiting. */
function watchEventLoop(): () => number {
	const interval = 5;
	let longest = 0;
	let last = performance.now();
	const timer = setInterval(() => {
		const now = performance.now();
		longest = Math.max(longest, now - last - interval);
		last = now;
	}, interval);
	return () => {
		clearInterval(timer);
		return longest;
	};
}

describe('with 10,000 items and no limit', () => {
	// In a process of its own, so that its work doesn't count.
	let service: ServiceProcess;

	beforeEach(async () => {
		service = await startServiceProcess({
			acceptUnknownContacts: true,
			limits: { messagesPerSecond: null, contactCallsPerMinute: null },
		});
	}, 60_000);

	afterEach(async () => {
		await service.stop();
	});

	const run = async (
		items: Array<{ contactId: string; text: string }>,
		text = '={{ $json.text }}',
	) =>
		await runNode({
			credential: {
				baseUrl: service.url,
				token: service.token,
				channelType: 'other',
				messagesPerSecond: 100_000,
				contactCallsPerMinute: 100_000,
			},
			parameters: sendText({ text }),
			items,
		});

	const items = Array.from({ length: count }, (_, index) => ({
		contactId: String(index),
		text: `Message ${String(index)}`,
	}));

	it(`reading and delivering never keep the event loop for ${String(longestWait)} ms`, async () => {
		await run(items.slice(0, 100));
		const stop = watchEventLoop();

		const { items: output } = await run(items);

		expect(stop()).toBeLessThanOrEqual(longestWait);
		expect(output).toHaveLength(count);
		expect(await service.seen()).toMatchObject({ accepted: count + 100, rateLimited: 0 });
	}, 120_000);

	it(`nor do three executions at once, which read and deliver at the same time`, async () => {
		await run(items.slice(0, 100));
		const stop = watchEventLoop();

		await Promise.all(
			[0, 1, 2].map(async (part) => await run(items.slice(part * 1_000, (part + 1) * 1_000))),
		);

		expect(stop()).toBeLessThanOrEqual(longestWait);
		expect(await service.seen()).toMatchObject({ accepted: 3_100, rateLimited: 0 });
	}, 120_000);
});
