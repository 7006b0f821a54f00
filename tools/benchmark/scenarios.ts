import type { Latency, Limits } from '../../test/support/service';
import {
	channelMessaging,
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
	type Way,
} from './ways';

/** What there is to do in one measurement, and how the service takes it. */
export interface Work {
	/** Items of all executions together. */
	readonly items: number;
	/** Executions that run at once and share the items. */
	readonly executions: number;
	readonly semantics: Limits['semantics'];
	/** Sends a second; null: no limit. */
	readonly messagesPerSecond: number | null;
	readonly latency: Latency;
	readonly arrivalJitterMs: number;
}

/** What to measure. */
export interface Subject {
	readonly scenario: 'lifted' | 'limits' | 'roundTrip';
	readonly way: Way;
	readonly work: Work;
}

/** The work in a few words. */
export function describeWork(work: Work): string {
	const { minMs: least, maxMs: most } = work.latency;
	const answers = least === most ? `${String(most)} ms` : `${String(least)}–${String(most)} ms`;
	return [
		`${String(work.items)} items`,
		...(work.executions === 1 ? [] : [`${String(work.executions)} executions`]),
		work.messagesPerSecond === null ? 'no limit' : work.semantics,
		`answers ${most === 0 ? 'at once' : answers}`,
		...(work.arrivalJitterMs === 0 ? [] : [`jitter ${String(work.arrivalJitterMs)} ms`]),
	].join(', ');
}

const between = (minMs: number, maxMs: number): Latency => ({
	minMs,
	maxMs,
});

/** A thousand sends against the document's limit, counted in the strictest way. */
export const usual: Work = {
	items: 1_000,
	executions: 1,
	semantics: 'slidingWindow',
	messagesPerSecond: 25,
	latency: between(150, 250),
	arrivalJitterMs: 0,
};

const others = [httpRequestAsItComes, httpRequestInBatches, httpRequestOneByOne];

/** How much of the limit each way uses, and what it loses, in each way a service may count. */
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

/** What the service takes to answer, in milliseconds: the least that is possible. */
export const roundTrip = 200;

/** As many messages as may go out at once: how long they take altogether. Repeated, in turns. */
function roundTrips(): readonly Subject[] {
	const work = { ...usual, items: 25, latency: between(roundTrip, roundTrip) };
	const ways = [channelMessaging, ...others, httpRequestAsItComes];
	return [...ways, channelMessaging, channelMessaging].map((way) => ({
		scenario: 'roundTrip',
		way,
		work,
	}));
}

/** No limit, and answers at once: what the sending itself costs, with few items and with many. */
function lifted(way: Way): readonly Subject[] {
	return [1_000, 10_000].map((items) => ({
		scenario: 'lifted',
		way,
		work: { ...usual, items, messagesPerSecond: null, latency: between(0, 0) },
	}));
}

/**
 * All measurements, in groups that share an n8n. Without a limit, each group has an n8n of its own,
 * so that no way finds the memory that another one left; the order turns about.
 */
export const groups: ReadonlyArray<readonly Subject[]> = [
	limits(),
	roundTrips(),
	...[channelMessaging, httpRequestAsItComes, httpRequestAsItComes, channelMessaging].map(lifted),
];
