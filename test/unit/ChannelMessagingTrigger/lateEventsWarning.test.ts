import { lateEventsWarning } from '../../../nodes/ChannelMessagingTrigger/lateEventsWarning';

it.each([
	{
		description: 'other systems that use the token',
		requests: { sent: 5, rateLimited: 3 },
		triggers: 2,
		text: /rejected 3 of 5 requests .* other systems use the same token/,
	},
	{
		description: 'running workflows',
		requests: { sent: 5, rateLimited: 0 },
		triggers: 1,
		text: /only 5 of 50 requests: running workflows/,
	},
	{
		description: 'other triggers with the same token',
		requests: { sent: 5, rateLimited: 0 },
		triggers: 130,
		text: /only 5 of 50 requests: 130 triggers and all running workflows share/,
	},
	{
		description: 'the number of contacts',
		requests: { sent: 50, rateLimited: 0 },
		triggers: 2,
		text: /monitors 4000 contacts .* at most 50 requests.*Poll every minute/,
	},
])(
	'lateEventsWarning explains a delay that is caused by $description',
	({ requests, triggers, text }) => {
		const watching = { contacts: 4_000, triggers };
		expect(lateEventsWarning(requests, { maxRequests: 50 }, watching)).toMatch(text);
	},
);
