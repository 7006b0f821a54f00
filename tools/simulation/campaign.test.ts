import { type Campaign, simulate } from './campaign';

const second = { from: 1_000, to: 1_000 };
const minute = { limit: 100, windowMs: 60_000 };

describe('a campaign with its own token', () => {
	it.each<[string, Partial<Campaign>]>([
		['a sliding window', {}],
		['a fixed window', { semantics: 'fixedWindow' }],
		['a token bucket', { semantics: 'tokenBucket' }],
		['responses after 1 s', { responseDelay: second }],
		['two concurrent executions', { executions: 2 }],
		['a limit of 100 requests per minute', minute],
	])('uses 99%% of the limit without a 429: %s', async (_, conditions) => {
		const result = await simulate({ messages: 1_000, ...conditions });

		expect(result).toMatchObject({ sent: 1_000, failed: 0, rejected: 0 });
		expect(result.shareOfLimit).toBeGreaterThanOrEqual(0.99);
	});

	it('sends 25 messages in one round trip', async () => {
		const responseDelay = { from: 200, to: 200 };
		const result = await simulate({ messages: 25, responseDelay });

		expect(result.seconds).toBeLessThanOrEqual(0.22);
	});
});

/** Returns a limit that applies for a minute, starting after 10 s. */
const forAMinute = (limit: number): Pick<Campaign, 'limitChanges'> => ({
	limitChanges: [
		{ from: 10_000, limit },
		{ from: 70_000, limit: 25 },
	],
});

/**
 * The maximum difference from the expected shares, in percentage points. Random variation is about
 * 0.5. After an intended larger change, update the figures here, in docs/scaling.md, in
 * docs/internals/scaling.md, and in docs/internals/rate-limiting.md.
 */
const tolerance = 1.5;

it.each<[string, percentOfLimit: number, percentRejected: number, Campaign]>([
	['30 ms of network jitter', 96.0, 0.1, { messages: 3_000, networkDelay: { from: 0, to: 30 } }],
	[
		'requests written 5 to 60 ms late',
		95.2,
		0,
		{ messages: 3_000, writeDelay: { from: 5, to: 60 } },
	],
	['a limit of 12 for a minute', 94.2, 0.6, { messages: 3_000, ...forAMinute(12) }],
	['an outage of a minute', 94.7, 0.3, { messages: 3_000, ...forAMinute(0) }],
	[
		'another system that sends 5 requests per second',
		75.2,
		0.9,
		{ messages: 12_000, otherRequestsPerSecond: 5 },
	],
	[
		'a worker that starts late',
		96.3,
		0.9,
		{ messages: 12_000, workers: 2, startIntervalMs: 20_000 },
	],
	['3 workers', 95.4, 1.8, { messages: 12_000, workers: 3 }],
	['3 workers, no Retry-After', 94.6, 1.7, { messages: 12_000, workers: 3, retryAfter: 'none' }],
	[
		'3 workers, a fixed window',
		96.1,
		4.9,
		{ messages: 12_000, workers: 3, semantics: 'fixedWindow' },
	],
	[
		'3 workers, a token bucket',
		99.7,
		3.3,
		{ messages: 12_000, workers: 3, semantics: 'tokenBucket' },
	],
	['10 workers', 95.1, 9.7, { messages: 12_000, workers: 10 }],
	['100 workers', 95.6, 57.3, { messages: 4_000, workers: 100 }],
])('a campaign with %s uses %d%% of the limit and gets %d%% 429s', async (...row) => {
	const [, percentOfLimit, percentRejected, campaign] = row;

	const { sent, failed, shareOfLimit, rejectedShare } = await simulate(campaign);

	expect({ sent, failed }).toEqual({ sent: campaign.messages, failed: 0 });
	expect(100 * shareOfLimit).toBeGreaterThanOrEqual(percentOfLimit - tolerance);
	expect(100 * rejectedShare).toBeLessThanOrEqual(percentRejected + tolerance);
});
