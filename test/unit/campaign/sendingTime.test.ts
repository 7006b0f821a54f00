import {
	durationText,
	type PlannedRequests,
	sendingTimeMs,
} from '../../../nodes/ChannelMessaging/campaign/sendingTime';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/timings';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { VirtualClock } from '../../support/virtualClock';

const usual: PlannedRequests = {
	messages: 0,
	contactRequests: 0,
	messagesPerSecond: 25,
	contactRequestsPerMinute: 100,
	requestsAhead: 0,
	findingResponses: 0,
	messageIntervalMs: 0,
	contacts: 1,
	longestChain: { requests: 1, pausesMs: 0 },
	maxConcurrency: 50,
	responseMs: 150,
};

/** Sends the requests through the real queues, with at most 50 at a time, on a virtual clock. */
async function realTimeMs(planned: PlannedRequests): Promise<number> {
	const clock = new VirtualClock();
	const cancellation = new CancellationToken();
	const slice = new TimeSlicer(clock).slice();
	const newQueue = (bucket: 'contact' | 'message') =>
		new RateLimitedQueue(timings[bucket], clock, () => 0.5);
	let upcoming = planned.contactRequests;
	const flows = {
		contact: newQueue('contact').openFlow({
			limit: planned.contactRequestsPerMinute,
			upcoming: () => upcoming,
		}),
		message: newQueue('message').openFlow({ limit: planned.messagesPerSecond }),
	};
	const request = async (bucket: 'contact' | 'message') => {
		const permit = await flows[bucket].permit(cancellation);
		if (permit.kind !== 'granted') throw new Error(permit.kind);
		await clock.sleep(nextWriteMs());
		permit.onWritten();
		await clock.sleep(planned.responseMs);
		permit.end({ kind: 'passed', evidence: 'accepted' });
	};
	let written = 0;
	/** Between 2 and 8 ms pass until n8n writes a request. */
	const nextWriteMs = () => {
		written += 1;
		return 2 + ((written * 5) % 7);
	};
	const run = async () => {
		const searches = new KeyedQueue(planned.maxConcurrency, cancellation, slice);
		const deliveries = new KeyedQueue(planned.maxConcurrency, cancellation, slice);
		const { messages, contactRequests, requestsAhead } = planned;
		const findsAllFirst = requestsAhead > 0;
		const deliver = () => {
			deliveries.add(undefined, async () => {
				await request('message');
			});
		};
		for (let index = 0; index < contactRequests; index += 1) {
			searches.add(undefined, async () => {
				upcoming -= 1;
				await request('contact');
				if (!findsAllFirst && index < messages) deliver();
			});
		}
		if (findsAllFirst || contactRequests === 0) {
			await searches.ended();
			for (let index = 0; index < messages; index += 1) deliver();
		}
		await searches.ended();
		await deliveries.ended();
		return clock.now();
	};
	return await clock.run(run());
}

it.each<[title: string, Partial<PlannedRequests>]>([
	['1 message', { messages: 1 }],
	['25 messages by ID', { messages: 25 }],
	['60 messages by ID', { messages: 60 }],
	['1,000 messages by ID', { messages: 1_000 }],
	['12,000 messages by ID', { messages: 12_000 }],
	[
		'80 contacts by phone, found before the first message',
		{ messages: 80, contactRequests: 80, requestsAhead: 80 },
	],
	['99 contacts by phone', { messages: 99, contactRequests: 99, requestsAhead: 99 }],
	['150 contacts by phone', { messages: 150, contactRequests: 150 }],
	['1,000 contacts by phone', { messages: 1_000, contactRequests: 1_000 }],
	['500 contacts that need two requests', { messages: 500, contactRequests: 1_000 }],
	[
		'other limits and slow responses',
		{
			messages: 300,
			contactRequests: 300,
			messagesPerSecond: 3,
			contactRequestsPerMinute: 240,
			responseMs: 2_000,
		},
	],
	['a service that is slower than its limit', { messages: 500, responseMs: 5_000 }],
])('the estimate is within 10%% of the real time: %s', async (_title, changes) => {
	const findingResponses = changes.contactRequests === undefined ? 0 : 1;
	const planned = { ...usual, findingResponses, ...changes };
	const real = await realTimeMs(planned);
	const estimate = sendingTimeMs(planned);

	expect(estimate).toBeGreaterThan(real * 0.9);
	expect(estimate).toBeLessThan(real * 1.1);
});

it('the estimate includes the pace, and messages to one contact one after another', () => {
	const paced = { ...usual, messages: 100, messageIntervalMs: 6_000 };
	expect(sendingTimeMs(paced)).toBe(99 * 6_000 + 150);

	const chain = { requests: 40, pausesMs: 30_000 };
	expect(sendingTimeMs({ ...usual, messages: 40, longestChain: chain })).toBe(
		39 * 150 + 30_000 + 150,
	);
});

it.each([
	[200, '1 s'],
	[59_400, '59 s'],
	[60_000, '1 min'],
	[393_000, '6 min 33 s'],
	[3_599_600, '1 h'],
	[6_000_000, '1 h 40 min'],
])('durationText writes %s ms as %s', (milliseconds, text) => {
	expect(durationText(milliseconds)).toBe(text);
});
