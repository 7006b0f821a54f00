import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { HttpRequest } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { searchAndLookUp } from '../../../nodes/ChannelMessagingTrigger/searchAndLookUp';
import { limitRequests, pollBudget } from '../../../nodes/ChannelMessagingTrigger/pollBudget';
import { newState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { Channel } from '../../support/service/channel';
import { localResponse } from '../client/localResponse';
import { read, TestService } from '../client/testService';

// These figures are in docs/trigger.md, for pages of 25 contacts. Only the number of pages matters.

const contactCallsPerMinute = 100;
const contactsPerPage = 5;
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

/** Returns a service all of whose contacts match. */
function serviceWith(pages: number): Channel {
	const service = new Channel('token', 0, {
		limits: { contactRequestsPerMinute: contactCallsPerMinute },
		search: { pageSize: contactsPerPage },
	});
	for (let id = 0; id < pages * contactsPerPage; id += 1) {
		const custom_fields = { status: 'lead' };
		service.contacts.add({ id: String(id), custom_fields, tags: [], created_at: 0 }, 0);
	}
	return service;
}

/**
 * Polls every minute, for at most an hour, until a pass is complete, and returns the number of
 * polls.
 *
 * @param campaign how much earlier a campaign that searches for contacts starts, and how many of
 * its requests are in flight
 */
async function pollsPerPass(
	pages: number,
	campaign?: { earlierMs: number; concurrency: number },
): Promise<number> {
	const service = new TestService([], contactCallsPerMinute);
	const { clock } = service;
	const state = newState(settings, settings.includeExisting);
	const firstPass = state.pass;
	const isOver = () => state.pass !== firstPass || clock.now() > maxMs;
	let requests = 0;
	const local = serviceWith(pages);
	const http: HttpRequest = async (request, _timeoutMs, onWritten) => {
		requests += 1;
		const writeMs = (requests * 7) % maxWriteMs;
		await clock.sleep(writeMs);
		onWritten();
		const response = localResponse(local, request, clock.date());
		await clock.sleep(responseMs - writeMs);
		return response;
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
		const limits = pollBudget({ contactCallsPerMinute }, Infinity);
		const channel = createChannel(limitRequests(session, limits).send, 'other');
		const { error } = await searchAndLookUp(channel, settings, state, cancellation);
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
	expect(local.statistics().rateLimited).toBe(0);
	return polls;
}

it.each([
	[40, 1],
	[400, 9],
])('a trigger reads %d pages in %d polls', async (pages, polls) => {
	expect(await pollsPerPass(pages)).toBe(polls);
});

it.each(
	[50, 99, 100, 150].flatMap((concurrency) =>
		[0, 15_000, 30_000, 45_000].map((earlierMs) => ({ earlierMs, concurrency })),
	),
)(
	'next to a campaign with $concurrency requests in flight and a head start of $earlierMs ms, a pass takes at most seven times as long',
	async (campaign) => {
		expect(await pollsPerPass(40, campaign)).toBeLessThanOrEqual(7);
	},
);
