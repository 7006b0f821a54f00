import type { Subject } from '../measure';
import { channelMessaging } from '../ways/channelMessaging';
import {
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
} from '../ways/httpRequest';
import type { Work } from '../work';

/** What the service takes to answer, in milliseconds. */
export const roundTrip = 200;

const work: Work = {
	items: 25,
	executions: 1,
	singleMessages: 0,
	semantics: 'slidingWindow',
	messagesPerSecond: 25,
	answers: { minimumMilliseconds: roundTrip, maximumMilliseconds: roundTrip },
	arrivalJitterMilliseconds: 0,
};

/** As many messages as may go out at once: how long they take altogether. */
export function roundTripSubjects(): readonly Subject[] {
	const ways = [
		channelMessaging,
		httpRequestAsItComes,
		httpRequestInBatches,
		httpRequestOneByOne,
		httpRequestAsItComes,
		channelMessaging,
		channelMessaging,
	];
	return ways.map((way): Subject => ({ scenario: 'roundTrip', way, work }));
}
