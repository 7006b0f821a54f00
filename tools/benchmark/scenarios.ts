import type { Latency, Limits } from '../../test/support/service';
import {
	channelMessaging,
	httpRequestUnbatched,
	httpRequestInBatches,
	httpRequestOneByOne,
	type Way,
} from './ways';

/** The messages of one measurement, and the behavior of the service. */
export interface Work {
	/** The number of items in all executions. */
	readonly items: number;
	/** The number of concurrent executions, among which the items are divided. */
	readonly executions: number;
	readonly semantics: Limits['semantics'];
	/** The service's limit, or `null` if it has none. */
	readonly messagesPerSecond: number | null;
	readonly latency: Latency;
	readonly arrivalJitterMs: number;
}

export interface Subject {
	readonly scenario: 'unlimited' | 'limits' | 'roundTrip';
	readonly way: Way;
	readonly work: Work;
}

/** Returns a short description for tables. */
export function describeWork(work: Work): string {
	const { minMs, maxMs } = work.latency;
	const latency = minMs === maxMs ? `${String(maxMs)} ms` : `${String(minMs)}–${String(maxMs)} ms`;
	return [
		`${String(work.items)} items`,
		...(work.executions === 1 ? [] : [`${String(work.executions)} executions`]),
		work.messagesPerSecond === null ? 'no limit' : work.semantics,
		`responses after ${latency}`,
		...(work.arrivalJitterMs === 0 ? [] : [`jitter ${String(work.arrivalJitterMs)} ms`]),
	].join(', ');
}

const between = (minMs: number, maxMs: number): Latency => ({ minMs, maxMs });

/** 1,000 messages with the documented limit (section 8), and the strictest method of counting. */
export const usual: Work = {
	items: 1_000,
	executions: 1,
	semantics: 'slidingWindow',
	messagesPerSecond: 25,
	latency: between(150, 250),
	arrivalJitterMs: 0,
};

const others = [httpRequestUnbatched, httpRequestInBatches, httpRequestOneByOne];

/** Campaigns with a limit: each way of sending, and each way in which a service may count. */
function limits(): readonly Subject[] {
	const variations: readonly Partial<Work>[] = [
		...(['fixedWindow', 'slidingWindow', 'tokenBucket'] as const).flatMap((semantics) =>
			[usual.latency, between(1_000, 1_000)].flatMap((latency) =>
				[1, 2].map((executions) => ({ semantics, latency, executions })),
			),
		),
		{ arrivalJitterMs: 30 },
	];
	return [
		...others.map((way) => ({ scenario: 'limits' as const, way, work: usual })),
		...variations.map((variation) => ({
			scenario: 'limits' as const,
			way: channelMessaging,
			work: { ...usual, ...variation },
		})),
	];
}

/** The service's response time in the round-trip scenario. */
export const roundTripMs = 200;

/** The largest list that can be sent concurrently, several times with each way of sending. */
function roundTrips(): readonly Subject[] {
	const work = { ...usual, items: 25, latency: between(roundTripMs, roundTripMs) };
	const ways = [channelMessaging, ...others, httpRequestUnbatched];
	return [...ways, channelMessaging, channelMessaging].map((way) => ({
		scenario: 'roundTrip',
		way,
		work,
	}));
}

/** Campaigns without a limit or latency, whose duration is the cost of sending. */
function unlimited(way: Way): readonly Subject[] {
	return [1_000, 10_000].map((items) => ({
		scenario: 'unlimited',
		way,
		work: { ...usual, items, messagesPerSecond: null, latency: between(0, 0) },
	}));
}

/**
 * All measurements. Each group runs in a new n8n process, so that the memory use of one way of
 * sending doesn't affect another one. The reversed repetition cancels out changes of the machine.
 */
export const groups: ReadonlyArray<readonly Subject[]> = [
	limits(),
	roundTrips(),
	...[channelMessaging, httpRequestUnbatched, httpRequestUnbatched, channelMessaging].map(
		unlimited,
	),
];
