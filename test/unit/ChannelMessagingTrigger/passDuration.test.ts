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

/** The number of requests that a campaign sends at the same time. */
const concurrency = 100;

/** The time between the requests of other executions next to a campaign. */
const singleRequestMs = 5_000;

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
 * Polls every minute until a pass is complete, or for an hour, and returns the number of polls.
 *
 * @param campaignMs how much earlier a campaign that searches for contacts starts. `undefined`: none
 */
async function pollsPerPass(contacts: number, campaignMs?: number): Promise<number> {
	const service = new TestService([], contactCallsPerMinute);
	const { clock } = service;
	const state = newState(settings);
	const firstPass = state.pass;
	const isOver = () => state.pass !== firstPass || clock.now() > maxMs;
	const http: HttpRequest = async ({ query }, _timeoutMs, onWritten) => {
		onWritten();
		await clock.sleep(responseMs);
		return pageOf(contacts, Number(query?.['page'] ?? 1));
	};
	const senderOf = () => createSender({ ...service.openSession(), http }, pollIntervalMs);
	const campaign = async () => {
		const send = senderOf();
		const repeat = async () => {
			while (!isOver()) await send(read);
		};
		const repeats = Array.from({ length: concurrency }, repeat);
		while (!isOver()) {
			await clock.sleep(singleRequestMs);
			await senderOf()(read);
		}
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
			await clock.sleep((campaignMs ?? 0) + polls * pollIntervalMs - clock.now());
			await poll();
		}
		return polls;
	};
	const others = campaignMs === undefined ? undefined : campaign();
	const [polls] = await clock.run(Promise.all([trigger(), others]));
	return polls;
}

it.each([
	[1_000, 1],
	[10_000, 9],
])('a trigger reads %d contacts in %d polls', async (contacts, polls) => {
	expect(await pollsPerPass(contacts)).toBe(polls);
});

it.each([0, 15_000, 30_000, 45_000])(
	'a pass takes at most six times as long next to a campaign that started %d ms earlier',
	async (campaignMs) => {
		expect(await pollsPerPass(1_000, campaignMs)).toBeLessThanOrEqual(6);
	},
);
