import { ApiError } from '../../nodes/ChannelMessaging/client/apiError';
import { createChannel } from '../../nodes/ChannelMessaging/client/channel';
import { readResponse } from '../../nodes/ChannelMessaging/client/response';
import { type ChannelSession, createSender } from '../../nodes/ChannelMessaging/client/sendRequest';
import {
	type QueueFlow,
	RateLimitedQueue,
} from '../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../nodes/ChannelMessaging/scheduling/cancellation';
import { detectChanges, newState } from '../../nodes/ChannelMessagingTrigger/detectChanges';
import { limitRequests, pollLimits } from '../../nodes/ChannelMessagingTrigger/pollLimits';
import { seededRandomNumbers } from './world/randomNumbers';
import { SimulatedService, defaultConditions } from './simulatedService';
import { mean } from './statistics';
import { VirtualClock } from '../../test/support/virtualClock';

/** The contact limit of section 8, Limits. */
const conditions = { ...defaultConditions, limit: 100, windowMs: 60_000 };

const contactsPerPage = 25;
const timeoutMs = 60_000;
const minuteMs = 60_000;
const minutes = 60;
const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: { fields: [], tags: [] },
	includeExisting: false,
} as const;

/** Triggers that poll every minute, next to executions with the same token. */
export interface PollScenario {
	/** Matching contacts of each trigger. */
	contacts: number;
	triggers?: number;
	/** The number of concurrent requests of an execution that updates contacts all the time. */
	campaignConcurrency?: number;
	/** When the first poll starts, in milliseconds after the campaign. */
	firstPollMs?: number;
}

export interface PollResult {
	/** The number of polls that the first pass took, unless it was still incomplete at the end. */
	pollsPerPass: number | undefined;
	maxPollSeconds: number;
	pollRequestsPerMinute: number;
	/** The wait of single requests, such as those of small executions and of the editor. */
	meanSingleWaitSeconds: number;
	campaignRequestsPerMinute: number;
	rejected: number;
}

/** A page of contacts with their IDs. */
function pageText(page: number, contacts: number): string {
	const first = (page - 1) * contactsPerPage;
	const data = Array.from({ length: Math.min(contactsPerPage, contacts - first) }, (_, index) => ({
		id: String(first + index),
		custom_fields: { status: 'lead' },
	}));
	const last_page = Math.ceil(contacts / contactsPerPage);
	return JSON.stringify({ data, links: {}, meta: { last_page, total: contacts } });
}

/** Polls every minute for an hour of virtual time. */
export async function simulatePolls(scenario: PollScenario): Promise<PollResult> {
	const { contacts, triggers = 1, campaignConcurrency = 0, firstPollMs = 0 } = scenario;
	const clock = new VirtualClock();
	const random = seededRandomNumbers(1);
	const service = new SimulatedService(conditions, clock, random);
	const queue = new RateLimitedQueue(conditions, clock, random);
	const endsAt = minutes * minuteMs;
	const sent = { polls: 0, campaign: 0 };
	const waits: number[] = [];
	let pollsPerPass: number | undefined;
	let maxPollMs = 0;

	const openSession = (kind: keyof typeof sent | undefined, flow: QueueFlow): ChannelSession => ({
		http: async (request, timeoutMs, onWritten) => {
			const response = await service.request(request, timeoutMs, onWritten);
			if (kind !== undefined) sent[kind] += 1;
			if (response instanceof ApiError || response.status !== 200) return response;
			const page = Number(request.query?.['page'] ?? 1);
			return readResponse({ ...response, text: pageText(page, contacts) });
		},
		flow: () => flow,
		clock,
		random,
		cancellation: new CancellationToken(),
	});

	const trigger = async (offsetMs: number) => {
		const state = newState();
		let polls = 0;
		for (let from = offsetMs; from < endsAt; from += minuteMs) {
			await clock.sleep(from - clock.now());
			const session = openSession('polls', queue.openFlow());
			const limits = pollLimits({ contactCallsPerMinute: conditions.limit }, Infinity);
			const requests = limitRequests(session, limits);
			const { error } = await detectChanges(
				createChannel(requests.send, 'other'),
				settings,
				state,
				() => requests.hasTime(),
			);
			if (error !== undefined) throw new Error('A poll failed', { cause: error });
			polls += 1;
			maxPollMs = Math.max(maxPollMs, clock.now() - from);
			if (state.snapshot.isBaselineComplete) pollsPerPass ??= polls;
		}
	};

	/** Sends a request every few seconds, each in its own execution. */
	const singles = async () => {
		const running: Array<Promise<void>> = [];
		while (clock.now() < endsAt) {
			await clock.sleep(3_000 + 4_000 * random());
			const from = clock.now();
			const single = async () => {
				const session = openSession(undefined, queue.openFlow());
				const http: ChannelSession['http'] = async (...args) => {
					waits.push(clock.now() - from);
					return await session.http(...args);
				};
				await createChannel(createSender({ ...session, http }, timeoutMs), 'other')
					.getContact('1')
					.catch(() => undefined);
			};
			running.push(single());
		}
		await Promise.all(running);
	};

	const campaignOf = async () => {
		const session = openSession('campaign', queue.openFlow());
		const channel = createChannel(createSender(session, timeoutMs), 'other');
		const worker = async () => {
			while (clock.now() < endsAt) await channel.updateContact('1', []).catch(() => undefined);
		};
		await Promise.all(Array.from({ length: campaignConcurrency }, worker));
	};

	await clock.run(
		Promise.all([
			...Array.from({ length: triggers }, async (_, index) => {
				await trigger(firstPollMs + index * 1_000);
			}),
			singles(),
			campaignOf(),
		]),
	);
	return {
		pollsPerPass,
		maxPollSeconds: maxPollMs / 1_000,
		pollRequestsPerMinute: sent.polls / minutes,
		meanSingleWaitSeconds: mean(waits) / 1_000,
		campaignRequestsPerMinute: sent.campaign / minutes,
		rejected: service.rejected,
	};
}
