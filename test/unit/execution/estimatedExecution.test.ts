import type { IDataObject } from 'n8n-workflow';

import { preciseDuration } from '../../../nodes/ChannelMessaging/execution/preciseDuration';
import { SearchMeasurements } from '../../../nodes/ChannelMessaging/execution/searchMeasurements';
import {
	type PlannedItem,
	estimatedExecution,
} from '../../../nodes/ChannelMessaging/execution/estimatedExecution';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/windowsAndPatience';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { readTimeZone } from '../../../nodes/ChannelMessaging/scheduling/timeZone';
import { VirtualClock } from '../../support/virtualClock';
import { messageItem } from './messageItem';

interface List {
	count: number;
	by?: 'id' | 'phone';
	options?: IDataObject;
	messagesPerSecond?: number;
	contactCallsPerMinute?: number;
	/** The number of contacts. By default, each item has its own. */
	contacts?: number;
	searchRequests?: number;
	responseMs?: number;
	result?: PlannedItem['result'];
	stopsAtFirst?: boolean;
}

const searched = (index: number) =>
	({ kind: 'customField', name: 'phone', value: String(index) }) as const;

function plannedItems({ count, by = 'id', options = {}, contacts = count, ...list }: List) {
	const item = messageItem(options);
	if (item.kind !== 'contact') throw new Error(item.kind);
	const { contactCallsPerMinute = 100, messagesPerSecond = 25, result = 'sent' } = list;
	const credential = { ...item.credential, contactCallsPerMinute, messagesPerSecond };
	return Array.from({ length: count }, (_, index): PlannedItem => {
		const contactId = String(index % contacts);
		const contact =
			by === 'id' ? ({ kind: 'id', contactId } as const) : searched(Number(contactId));
		return { item: { ...item, credential, contact }, contactKey: contactId, result };
	});
}

function effortFor(
	items: readonly PlannedItem[],
	{ contacts, responseMs = 150, searchRequests = 1 }: List,
): SearchMeasurements {
	const measurements = new SearchMeasurements();
	measurements.addResponse(responseMs);
	for (const { item } of items.slice(0, contacts)) {
		for (let request = 0; request < searchRequests; request += 1) {
			if (item.contact.kind === 'customField') {
				measurements.addSearchRequest(item.credential.channelKey, item.contact);
			}
		}
	}
	return measurements;
}

async function estimatedMs(list: List): Promise<number> {
	const { stopsAtFirst = false } = list;
	const items = plannedItems(list);
	const slice = new TimeSlicer(new VirtualClock()).slice();
	const { durationMs } = await estimatedExecution(
		items,
		{ measurements: effortFor(items, list), stopsAtFirst, startsAt: 0 },
		{ ...slice, isOver: () => false },
	);
	return durationMs;
}

/** Sends the requests through the real queues, with at most 50 at a time, on a virtual clock. */
async function realTimeMs(list: List): Promise<number> {
	const { count, by = 'id', contactCallsPerMinute = 100, messagesPerSecond = 25 } = list;
	const { responseMs = 150, searchRequests = 1, stopsAtFirst = false } = list;
	const clock = new VirtualClock();
	const cancellation = new CancellationToken();
	const slice = new TimeSlicer(clock).slice();
	let upcoming = by === 'id' ? 0 : count;
	const newQueue = (bucket: 'contact' | 'message') =>
		new RateLimitedQueue(timings[bucket], clock, () => 0.5);
	const flows = {
		contact: newQueue('contact').openFlow({
			limit: contactCallsPerMinute,
			upcoming: () => upcoming,
		}),
		message: newQueue('message').openFlow({ limit: messagesPerSecond }),
	};
	let written = 0;
	/** Between 2 and 8 ms pass until n8n writes a request. */
	const nextWriteMs = () => {
		written += 1;
		return 2 + ((written * 5) % 7);
	};
	const request = async (bucket: 'contact' | 'message') => {
		const permit = await flows[bucket].permit(cancellation);
		if (permit.kind !== 'granted') throw new Error(permit.kind);
		await clock.sleep(nextWriteMs());
		permit.onWritten();
		await clock.sleep(responseMs);
		permit.end({ kind: 'passed', evidence: 'accepted' });
	};
	const run = async () => {
		const searches = new KeyedQueue(50, cancellation, slice);
		const deliveries = new KeyedQueue(50, cancellation, slice);
		const deliver = () => {
			deliveries.add(undefined, async () => {
				await request('message');
			});
		};
		for (let index = 0; index < (by === 'id' ? 0 : count); index += 1) {
			searches.add(undefined, async () => {
				upcoming -= 1;
				for (let nth = 0; nth < searchRequests; nth += 1) await request('contact');
				if (!stopsAtFirst) deliver();
			});
		}
		await searches.ended();
		for (let index = 0; index < (by === 'id' || stopsAtFirst ? count : 0); index += 1) deliver();
		await deliveries.ended();
		return clock.now();
	};
	return await clock.run(run());
}

it.each<[title: string, List]>([
	['1 message', { count: 1 }],
	['25 messages by ID', { count: 25 }],
	['60 messages by ID', { count: 60 }],
	['1,000 messages by ID', { count: 1_000 }],
	[
		'80 contacts by phone, found before the first message',
		{ count: 80, by: 'phone', stopsAtFirst: true },
	],
	['99 contacts by phone', { count: 99, by: 'phone', stopsAtFirst: true }],
	['150 contacts by phone', { count: 150, by: 'phone' }],
	['1,000 contacts by phone', { count: 1_000, by: 'phone' }],
	['500 contacts that need two requests', { count: 500, by: 'phone', searchRequests: 2 }],
	[
		'other limits and slow responses',
		{
			...{ count: 300, by: 'phone', messagesPerSecond: 3, contactCallsPerMinute: 240 },
			responseMs: 2_000,
		},
	],
	['a service that is slower than its limit', { count: 500, responseMs: 5_000 }],
])('the estimate differs from the real queues by less than 3%%: %s', async (_title, list) => {
	const real = await realTimeMs(list);
	const estimate = await estimatedMs(list);

	expect(estimate).toBeGreaterThan(real * 0.97 - 10);
	expect(estimate).toBeLessThan(real * 1.03 + 10);
});

const delayed = (...seconds: number[]) => ({
	furtherMessages: {
		message: seconds.map((delayBefore) => ({ messageType: 'text', text: 'Hi', delayBefore })),
	},
});

const contactsHours = {
	sendingHours: { hours: { from: '00:00', until: '24:00', timezone: 'contact' } },
};

it.each<[title: string, seconds: number, list: List]>([
	['a pace', 99 * 6, { count: 100, options: { messagesPerMinute: 10 } }],
	['messages to one contact, one after another', 39 * 0.15, { count: 40, contacts: 1 }],
	['delays, during which other contacts get messages', 60, { count: 100, options: delayed(60) }],
	[
		'delays of one contact, one after another',
		3 * 90,
		{ count: 3, contacts: 1, options: delayed(60, 30) },
	],
	[
		'contacts whose data is too old for their last message, and who are searched for again',
		422,
		{ count: 251, by: 'phone', options: delayed(60, 60), responseMs: 200 },
	],
	[
		'no second search if the data is still valid',
		240,
		{ count: 251, by: 'phone', options: delayed(60, 30), responseMs: 200 },
	],
	[
		'a read of each contact with an ID for tags',
		180,
		{ count: 300, options: { skipIfTagged: 'human' } },
	],
	[
		'one read for all items of a contact in its own time zone',
		150 * 0.15,
		{ count: 150, contacts: 1, options: contactsHours },
	],
	[
		'a read for each item of a contact that does not exist',
		90,
		{ count: 150, contacts: 1, options: contactsHours, result: 'missing' },
	],
	['rows that a campaign skips', 0, { count: 100, result: 'repeated' }],
	['skipped contacts that need searches', 90, { count: 150, by: 'phone', result: 'unmessaged' }],
])('the estimate includes %s', async (_title, seconds, list) => {
	const estimate = await estimatedMs(list);

	expect(estimate / 1_000).toBeGreaterThan(seconds * 0.95 - 1);
	expect(estimate / 1_000).toBeLessThan(seconds * 1.05 + 1);
});

it('the estimate includes a second request if searches return no time zone', async () => {
	const list: List = { count: 300, by: 'phone', options: contactsHours };
	const items = plannedItems(list);
	const measurements = effortFor(items, list);
	for (const { item } of items) {
		if (item.contact.kind !== 'customField') continue;
		measurements.addTimeZoneRead(item.credential.channelKey, item.contact);
	}
	const conditions = { measurements, stopsAtFirst: false, startsAt: 0 };
	const slice = { ...new TimeSlicer(new VirtualClock()).slice(), isOver: () => false };

	const { durationMs } = await estimatedExecution(items, conditions, slice);

	expect(durationMs / 360_000).toBeCloseTo(1, 1);
});

it('the estimate includes items that wait for an earlier item with their key', async () => {
	const options = delayed(60);
	const items = [
		...plannedItems({ count: 1, options }),
		// These items use all places for concurrent items.
		...plannedItems({ count: 50, options, result: 'repeated' }),
		...plannedItems({ count: 1, options }),
	].map((planned, index) => ({
		...planned,
		contactKey: String(index),
		key: index <= 50 ? 'first' : 'second',
	}));
	const slice = new TimeSlicer(new VirtualClock()).slice();
	const list = { measurements: new SearchMeasurements(), stopsAtFirst: false, startsAt: 0 };
	const estimate = await estimatedExecution(items, list, { ...slice, isOver: () => false });

	expect(Math.round(estimate.durationMs / 1_000)).toBe(120);
});

/** Hours that end a minute after the start. */
const untilEight = (timezone: string) => ({
	sendingHours: { hours: { from: '09:00', until: '20:00', timezone } },
});
const startsAt = Date.parse('2026-11-27T19:59:00Z');

it.each<[title: string, outside: number, seconds: number, list: List]>([
	[
		'while messages are paced',
		150,
		60,
		{ count: 160, options: { messagesPerMinute: 10, ...untilEight('UTC') } },
	],
	['during the delays', 10, 60, { count: 10, options: { ...delayed(60), ...untilEight('UTC') } }],
	['during the searches', 1_900, 60, { count: 2_000, by: 'phone', options: untilEight('UTC') }],
	[
		"in the contacts' time zone, while their searches continue",
		1_900,
		1_200,
		{ count: 2_000, by: 'phone', options: untilEight('contact') },
	],
])(
	'the estimate counts messages outside the sending hours that end %s',
	async (_title, outside, seconds, list) => {
		const zone = readTimeZone('UTC');
		const items = plannedItems(list).map((planned) => ({ ...planned, zone }));
		const conditions = { measurements: effortFor(items, list), stopsAtFirst: false, startsAt };
		const slice = { ...new TimeSlicer(new VirtualClock()).slice(), isOver: () => false };
		const { durationMs, outsideHours } = await estimatedExecution(items, conditions, slice);
		const unsent = [...outsideHours.values()].reduce((sum, count) => sum + count, 0);

		expect(unsent / outside).toBeCloseTo(1, 1);
		expect(durationMs / 1_000 / seconds).toBeCloseTo(1, 1);
	},
);

it.each([
	[200, '1 s'],
	[59_400, '59 s'],
	[60_000, '1 min'],
	[393_000, '6 min 33 s'],
	[3_599_600, '1 h'],
	[6_000_000, '1 h 40 min'],
])('preciseDuration writes %s ms as %s', (milliseconds, text) => {
	expect(preciseDuration(milliseconds)).toBe(text);
});

it('ends if responses take longer than a contact stays up to date', async () => {
	const responseMs = 101_000;
	expect(await estimatedMs({ count: 2, by: 'phone', responseMs })).toBeGreaterThan(responseMs);
});
