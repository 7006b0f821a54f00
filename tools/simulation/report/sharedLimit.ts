import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { readResponse } from '../../../nodes/ChannelMessaging/client/readResponse';
import { createSender } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { ChannelSession } from '../../../nodes/ChannelMessaging/client/session';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/timings';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { detectChanges } from '../../../nodes/ChannelMessagingTrigger/detectChanges';
import { limitRequests, pollLimits } from '../../../nodes/ChannelMessagingTrigger/pollLimits';
import { newState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { VirtualClock } from '../../../test/support/virtualClock';
import { seededRandomNumbers } from '../world/randomNumbers';

/** The contact limit of section 8, Limits. */
const requestsPerMinute = 100;

const contactsPerPage = 25;
const responseMs = 200;
const timeoutMs = 60_000;
const minuteMs = 60_000;
const minutes = 60;

const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: { fields: [], tags: [] },
	includeExisting: false,
} as const;

/** Triggers that poll every minute, next to an execution with the same token. */
interface Scenario {
	/** The number of matching contacts. */
	contacts: number;
	triggers?: number;
	/** The number of concurrent requests of an execution that searches for contacts all the time. */
	campaignConcurrency?: number;
	/** When the first poll starts, in milliseconds after the campaign. */
	firstPollMs?: number;
}

/** Returns a page of contacts as JSON. */
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
export async function simulateSharedLimit({
	contacts,
	triggers = 1,
	campaignConcurrency = 0,
	firstPollMs = 0,
}: Scenario) {
	const clock = new VirtualClock();
	const random = seededRandomNumbers(1);
	const queue = new RateLimitedQueue(timings.contact, clock, random);
	const endsAt = minutes * minuteMs;
	const waitsMs: number[] = [];
	let campaignRequests = 0;
	let pollsPerPass: number | undefined;
	let maxPollMs = 0;

	/** @param onSent called when a request is sent */
	const openSession = (onSent: () => void = () => undefined): ChannelSession => {
		const flow = queue.openFlow({ limit: requestsPerMinute });
		return {
			http: async (request, _timeoutMs, onWritten) => {
				onWritten();
				onSent();
				await clock.sleep(responseMs);
				const text = pageText(Number(request.query?.['page'] ?? 1), contacts);
				return readResponse({ status: 200, headers: {}, text }, '');
			},
			flow: () => flow,
			clock,
			random,
			cancellation: new CancellationToken(),
			isInteractive: false,
		};
	};

	const trigger = async (offsetMs: number) => {
		const state = newState(settings);
		const firstPass = state.pass;
		let polls = 0;
		for (let from = offsetMs; from < endsAt; from += minuteMs) {
			await clock.sleep(from - clock.now());
			const session = openSession();
			const limits = pollLimits({ contactCallsPerMinute: requestsPerMinute }, Infinity);
			const { send } = limitRequests(session, limits);
			const channel = createChannel(send, 'other');
			const { error } = await detectChanges(channel, settings, state, session.cancellation);
			session.cancellation.stop();
			if (error !== undefined) throw new Error('A poll failed', { cause: error });
			polls += 1;
			maxPollMs = Math.max(maxPollMs, clock.now() - from);
			if (state.pass !== firstPass) pollsPerPass ??= polls;
		}
	};

	const search = async (session: ChannelSession) => {
		await createChannel(createSender(session, timeoutMs), 'other').findContacts('status', 'x', 1);
	};

	/** Sends a request every few seconds, each in its own execution. */
	const singles = async () => {
		const running: Array<Promise<void>> = [];
		while (clock.now() < endsAt) {
			await clock.sleep(3_000 + 4_000 * random());
			const from = clock.now();
			running.push(search(openSession(() => waitsMs.push(clock.now() - from))));
		}
		await Promise.all(running);
	};

	const campaign = async () => {
		const session = openSession(() => {
			campaignRequests += 1;
		});
		const repeat = async () => {
			while (clock.now() < endsAt) await search(session);
		};
		await Promise.all(Array.from({ length: campaignConcurrency }, repeat));
	};

	await clock.run(
		Promise.all([
			...Array.from({ length: triggers }, async (_, index) => {
				await trigger(firstPollMs + index * 1_000);
			}),
			singles(),
			campaign(),
		]),
	);
	const totalWaitMs = waitsMs.reduce((sum, waitMs) => sum + waitMs, 0);
	return {
		/** The number of polls in the first pass. `undefined` if it was incomplete after an hour. */
		pollsPerPass,
		maxPollSeconds: maxPollMs / 1_000,
		/** The mean wait of single requests, such as those of small executions and of the editor. */
		meanSingleWaitSeconds: totalWaitMs / waitsMs.length / 1_000,
		campaignRequestsPerMinute: campaignRequests / minutes,
	};
}
