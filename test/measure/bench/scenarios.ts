import type { AnswerTimes, Limits } from '../../support/service';
import {
	channelMessaging,
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
	type Way,
} from './ways';

/** What there is to do in one measurement, and how the service takes it. */
export interface Work {
	/** Items of all executions together, single messages not counted. */
	readonly items: number;
	/** Messages sent one by one, each by an execution of its own, while the others run. */
	readonly singleMessages: number;
	/** Executions that run at once and share the items. */
	readonly executions: number;
	readonly semantics: Limits['semantics'];
	/** Sends a second; null: no limit. */
	readonly messagesPerSecond: number | null;
	readonly answers: AnswerTimes;
	readonly arrivalJitterMilliseconds: number;
}

export type ScenarioName = 'besideCampaigns' | 'lifted' | 'limits' | 'roundTrip';

/** What to measure. */
export interface Subject {
	readonly scenario: ScenarioName;
	readonly way: Way;
	readonly work: Work;
}

/** How the service answers, in a few words. */
export function describeAnswers({ answers, arrivalJitterMilliseconds: jitter }: Work): string {
	const { minimumMilliseconds: least, maximumMilliseconds: most } = answers;
	const range = least === most ? `${String(most)} ms` : `${String(least)}–${String(most)} ms`;
	return (most === 0 ? 'at once' : range) + (jitter === 0 ? '' : `, jitter ${String(jitter)} ms`);
}

const between = (minimumMilliseconds: number, maximumMilliseconds: number): AnswerTimes => ({
	minimumMilliseconds,
	maximumMilliseconds,
});

/** The work in a few words. */
export function describeWork(work: Work): string {
	return `${String(work.items)} items, ${work.semantics}, answers ${describeAnswers(work)}, ${String(work.executions)} at once`;
}

/** A thousand sends against the document's limit, counted in the strictest way if not said. */
export const usual: Work = {
	items: 1_000,
	singleMessages: 0,
	executions: 1,
	semantics: 'slidingWindow',
	messagesPerSecond: 25,
	answers: between(150, 250),
	arrivalJitterMilliseconds: 0,
};

/** How much of the limit each way uses, and what it loses, in each way a service may count. */
function limits(): readonly Subject[] {
	const variations: readonly Partial<Work>[] = [
		...(['fixedWindow', 'slidingWindow', 'tokenBucket'] as const).flatMap((semantics) =>
			[usual.answers, between(1_000, 1_000)].flatMap((answers) =>
				[1, 2].map((executions) => ({ semantics, answers, executions })),
			),
		),
		{ arrivalJitterMilliseconds: 30 },
	];
	const others = [httpRequestAsItComes, httpRequestInBatches, httpRequestOneByOne];
	return [
		...others.map((way): Subject => ({ scenario: 'limits', way, work: usual })),
		...variations.map(
			(variation): Subject => ({
				scenario: 'limits',
				way: channelMessaging,
				work: { ...usual, ...variation },
			}),
		),
	];
}

/** How long a single message takes that another workflow sends beside one campaign, or twenty. */
function besideCampaigns(): readonly Subject[] {
	return [
		{ executions: 1, items: 500 },
		{ executions: 20, items: 1_000 },
	].map((campaigns) => ({
		scenario: 'besideCampaigns',
		way: channelMessaging,
		work: { ...usual, ...campaigns, singleMessages: 5 },
	}));
}

/** What the service takes to answer, in milliseconds: the least that is possible. */
export const roundTrip = 200;

/** As many messages as may go out at once: how long they take altogether. Repeated, in turns. */
function roundTrips(): readonly Subject[] {
	const work = { ...usual, items: 25, answers: between(roundTrip, roundTrip) };
	return [
		channelMessaging,
		httpRequestAsItComes,
		httpRequestInBatches,
		httpRequestOneByOne,
		httpRequestAsItComes,
		channelMessaging,
		channelMessaging,
	].map((way): Subject => ({ scenario: 'roundTrip', way, work }));
}

/** No limit, and answers at once: what the sending itself costs, with few items and with many. */
function lifted(way: Way): readonly Subject[] {
	return [1_000, 10_000].map((items) => ({
		scenario: 'lifted',
		way,
		work: { ...usual, items, messagesPerSecond: null, answers: between(0, 0) },
	}));
}

/**
 * The measurements of each scenario, in groups that share an n8n. Without a limit, each group has an
 * n8n of its own, so that no way finds the memory that another one left; the order turns about.
 */
export const scenarios = {
	limits: [limits()],
	besideCampaigns: [besideCampaigns()],
	roundTrip: [roundTrips()],
	lifted: [channelMessaging, httpRequestAsItComes, httpRequestAsItComes, channelMessaging].map(
		lifted,
	),
} satisfies Readonly<Record<ScenarioName, ReadonlyArray<readonly Subject[]>>>;
