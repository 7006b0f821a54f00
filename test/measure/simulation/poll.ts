import {
	type CallContext,
	readCallerFor,
} from '../../../nodes/ChannelMessaging/requests/callWithRetry';
import { createChannel } from '../../../nodes/ChannelMessaging/api/channel';
import { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';
import { readResponse } from '../../../nodes/ChannelMessaging/api/response';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { lookForEvents } from '../../../nodes/ChannelMessagingTrigger/lookForEvents';
import { memorize, recall } from '../../../nodes/ChannelMessagingTrigger/pollMemory';
import { seededRandomNumbers } from '../randomness';
import { SimulatedService, usualConditions } from './simulatedService';
import { VirtualClock } from './virtualClock';

/** The limit of section 8, Limits, on contact calls. */
const conditions = { ...usualConditions, limit: 100, windowMilliseconds: 60_000 };

/** The local service's pages are as long. */
const contactsAPage = 25;
const timeout = 60_000;
const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: { fields: [], tags: [] },
	includeExisting: false,
} as const;

export interface PollResult {
	/** Of the second poll, in minutes of the virtual clock. */
	minutes: number;
	calls: number;
	/** The most calls in any minute. */
	mostCallsAMinute: number;
	refused: number;
	/** How many events the second poll gave: as many contacts as have come. */
	events: number;
	/** Characters that n8n has to store. */
	stored: number;
}

/** A page of contacts of ordinary size, by their numbers. */
function pageText(page: number, contacts: number): string {
	const first = (page - 1) * contactsAPage;
	const data = Array.from({ length: Math.min(contactsAPage, contacts - first) }, (_, index) => ({
		id: `cus_${String(48_120_000 + first + index)}`,
		custom_fields: {
			firstName: 'Amara',
			lastName: 'Okafor',
			email: `amara.${String(first + index)}@example.com`,
			phone: `+1555${String(1_000_000 + first + index)}`,
			status: 'lead',
		},
		tags: ['newsletter'],
		created_at: 1_700_000_000,
	}));
	const last_page = Math.ceil(contacts / contactsAPage);
	return JSON.stringify({ data, links: {}, meta: { last_page, total: contacts } });
}

function mostInAMinute(times: readonly number[]): number {
	return Math.max(
		0,
		...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length),
	);
}

/** Two polls of a channel, the second one after some contacts have come, in virtual time. */
export async function simulatePolls(contacts: number, come: number): Promise<PollResult> {
	const clock = new VirtualClock();
	const random = seededRandomNumbers(1);
	const service = new SimulatedService(conditions, clock, random);
	const queue = new RateLimitedQueue(conditions, clock, random);
	const stop = new CancellationToken();
	let matching = contacts;
	let calls: number[] = [];
	const run: CallContext = {
		request: async (call, within, onWritten) => {
			const response = await service.request(call, within, onWritten);
			if (response instanceof ApiError || response.status !== 200) return response;
			calls.push(clock.now());
			const page = Number(call.query?.['page'] ?? 1);
			return readResponse({ ...response, text: pageText(page, matching) });
		},
		flow: () => queue.openFlow({ isBackground: true }),
		clock,
		random,
		stop,
		token: { rejection: undefined },
	};
	const channel = createChannel(readCallerFor(run, timeout), 'other');

	const first = await clock.run(lookForEvents(channel, settings, undefined));
	const memory = await memorize(first.known, { search: '', polledAt: 0 });
	const before = await recall(memory);
	matching += come;
	calls = [];
	const start = clock.now();
	const second = await clock.run(lookForEvents(channel, settings, before));
	return {
		minutes: (clock.now() - start) / 60_000,
		calls: calls.length,
		mostCallsAMinute: mostInAMinute(calls),
		refused: service.refused,
		events: second.events.length,
		stored: memory.contacts.length,
	};
}
