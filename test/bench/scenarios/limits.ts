import type { BenchOptions } from '../commandLine';
import type { Subject } from '../measure';
import type { Limits } from '../../service';
import { channelMessaging } from '../ways/channelMessaging';
import {
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
} from '../ways/httpRequest';
import type { Work } from '../work';

const allSemantics: ReadonlyArray<Limits['semantics']> = [
	'fixedWindow',
	'slidingWindow',
	'tokenBucket',
];
const usualAnswers = { minimumMilliseconds: 150, maximumMilliseconds: 250 };
const slowAnswers = { minimumMilliseconds: 1_000, maximumMilliseconds: 1_000 };

/** A thousand sends against the document's limit, counted in the strictest way if not said. */
const usual: Work = {
	items: 1_000,
	executions: 1,
	singleMessages: 0,
	semantics: 'slidingWindow',
	messagesPerSecond: 25,
	answers: usualAnswers,
	arrivalJitterMilliseconds: 0,
};

const variations: ReadonlyArray<Partial<Work>> = [
	...allSemantics.flatMap((semantics) =>
		[usualAnswers, slowAnswers].flatMap((answers) =>
			[1, 2].map((executions) => ({ semantics, answers, executions })),
		),
	),
	{ arrivalJitterMilliseconds: 30 },
];

const longCampaign: Partial<Work> = { items: 10_000 };

/** The limits of the document: how much of them each way uses, and what it loses. */
export function limitSubjects({ full, items }: BenchOptions): readonly Subject[] {
	const work = (variation: Partial<Work>): Work => ({
		...usual,
		...variation,
		...(items !== undefined && { items }),
	});
	const others = [httpRequestAsItComes, httpRequestInBatches, httpRequestOneByOne];
	return [
		...others.map((way): Subject => ({ scenario: 'limits', way, work: work({}) })),
		...[...variations, ...(full ? [longCampaign] : [])].map(
			(variation): Subject => ({
				scenario: 'limits',
				way: channelMessaging,
				work: work(variation),
			}),
		),
	];
}
