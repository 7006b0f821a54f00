import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { HttpRequest } from '../../../nodes/ChannelMessaging/client/types';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { detectChanges } from '../../../nodes/ChannelMessagingTrigger/detectChanges';
import { limitRequests, pollLimits } from '../../../nodes/ChannelMessagingTrigger/pollLimits';
import { newState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { apiResponse } from '../client/apiResponse';
import { read, TestService } from '../client/testService';

// These figures are in docs/trigger.md.

const contactCallsPerMinute = 100;
const contactsPerPage = 25;
const responseMs = 200;
const pollIntervalMs = 60_000;
const maxMs = 60 * pollIntervalMs;

/** Up to 50 ms pass until n8n writes a request, which spreads the requests of a campaign. */
const maxWriteMs = 50;

const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: 'all',
	includeExisting: false,
} as const;

function pageOf(contacts: number, page: number) {
	const first = (page - 1) * contactsPerPage;
	const data = Array.from({ length: Math.min(contactsPerPage, contacts - first) }, (_, index) => ({
		id: String(first + index),
		custom_fields: { status: 'lead' },
	}));
	const last_page = Math.ceil(contacts / contactsPerPage);
	return apiResponse({ data, links: {}, meta: { last_page, total: contacts } });
}

/**
 * Polls every minute, for at most an hour, until a pass is complete, and returns the number of
 * polls.
 *
 * @param campaign how much earlier a campaign that searches for contacts starts, and how many of
 * its requests are in flight
 */
async function pollsPerPass(
	contacts: number,
	campaign?: { earlierMs: number; concurrency: number },
): Promise<number> {
	const service = new TestService([], contactCallsPerMinute);
	const { clock } = service;
	const state = newState(settings, settings.includeExisting);
	const firstPass = state.pass;
	const isOver = () => state.pass !== firstPass || clock.now() > maxMs;
	let requests = 0;
	const http: HttpRequest = async ({ query }, _timeoutMs, onWritten) => {
		requests += 1;
		const writeMs = (requests * 7) % maxWriteMs;
		await clock.sleep(writeMs);
		onWritten();
		await clock.sleep(responseMs - writeMs);
		return pageOf(contacts, Number(query?.['page'] ?? 1));
	};
	const senderOf = () => createSender({ ...service.openSession(), http }, pollIntervalMs);
	const sendCampaign = async (concurrency: number) => {
		const send = senderOf();
		const repeat = async () => {
			while (!isOver()) await send(read);
		};
		const repeats = Array.from({ length: concurrency }, repeat);
		await Promise.all(repeats);
	};
	const poll = async () => {
		const cancellation = new CancellationToken();
		const session = { ...service.openSession(cancellation), http };
		const limits = pollLimits({ contactCallsPerMinute }, Infinity);
		const channel = createChannel(limitRequests(session, limits).send, 'other');
		const { error } = await detectChanges(channel, settings, state, cancellation);
		cancellation.stop();
		expect(error).toBeUndefined();
	};
	const trigger = async () => {
		let polls = 0;
		for (; !isOver(); polls += 1) {
			await clock.sleep((campaign?.earlierMs ?? 0) + polls * pollIntervalMs - clock.now());
			await poll();
		}
		return polls;
	};
	const others = campaign && sendCampaign(campaign.concurrency);
	const [polls] = await clock.run(Promise.all([trigger(), others]));
	return polls;
}

it.each([
	[1_000, 1],
	[10_000, 9],
])('a trigger reads %d contacts in %d polls', async (contacts, polls) => {
	expect(await pollsPerPass(contacts)).toBe(polls);
});

it.each(
	[50, 99, 100, 150].flatMap((concurrency) =>
		[0, 15_000, 30_000, 45_000].map((earlierMs) => ({ earlierMs, concurrency })),
	),
)(
	'a pass takes at most seven times as long next to a campaign that started $earlierMs ms earlier, with $concurrency requests in flight',
	async (campaign) => {
		expect(await pollsPerPass(1_000, campaign)).toBeLessThanOrEqual(7);
	},
);
