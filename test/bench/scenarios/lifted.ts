import type { BenchOptions } from '../commandLine';
import type { Subject } from '../measure';
import { channelMessaging } from '../ways/channelMessaging';
import { httpRequestAsItComes } from '../ways/httpRequest';
import type { Way } from '../ways/way';

const sizes = [1_000, 10_000];

function subjectsOf(way: Way, items: number | undefined): readonly Subject[] {
	return (items === undefined ? sizes : [items]).map((size) => ({
		scenario: 'lifted',
		way,
		work: {
			items: size,
			executions: 1,
			singleMessages: 0,
			semantics: 'slidingWindow',
			messagesPerSecond: null,
			answers: { minimumMilliseconds: 0, maximumMilliseconds: 0 },
			arrivalJitterMilliseconds: 0,
		},
	}));
}

/**
 * No limit, and answers at once: what the sending itself costs. Each group is measured in an n8n of
 * its own, so that no way finds the memory that another one left, in an order that turns about.
 */
export function liftedGroups({ items }: BenchOptions): ReadonlyArray<readonly Subject[]> {
	const order = [channelMessaging, httpRequestAsItComes, httpRequestAsItComes, channelMessaging];
	return order.map((way) => subjectsOf(way, items));
}
