import type { Subject } from '../measure';
import { channelMessaging } from '../ways/channelMessaging';

/** So many campaigns at once, and for how many messages they have work to do, in all. */
const campaigns = [
	{ executions: 1, items: 500 },
	{ executions: 20, items: 1_000 },
];

/** How long a single message takes that another workflow sends beside campaigns. */
export function besideCampaignsSubjects(): readonly Subject[] {
	return campaigns.map(
		({ executions, items }): Subject => ({
			scenario: 'besideCampaigns',
			way: channelMessaging,
			work: {
				items,
				executions,
				singleMessages: 5,
				semantics: 'slidingWindow',
				messagesPerSecond: 25,
				answers: { minimumMilliseconds: 150, maximumMilliseconds: 250 },
				arrivalJitterMilliseconds: 0,
			},
		}),
	);
}
