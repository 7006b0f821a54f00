import { RateLimiter } from '../rateLimit/rateLimiter';
import { type RateLimitBucket, timings } from '../rateLimit/timings';

/** The requests that an execution sends to one channel. */
export interface PlannedRequests {
	messages: number;
	/** The number of searches and reads by ID. */
	contactRequests: number;
	/** Contact requests that must complete before the first message is sent. */
	requestsAhead: number;
	messagesPerSecond: number;
	contactRequestsPerMinute: number;
	/** Contact requests that precede a message and are sent sequentially. */
	findingResponses: number;
	messageIntervalMs: number;
	/** Only counts contacts who receive messages. */
	contacts: number;
	/** The longest sequence of requests and pauses for a single contact. */
	longestChain: { requests: number; pausesMs: number };
	/** The maximum number of concurrent requests, separately for messages and contact requests. */
	maxConcurrency: number;
	responseMs: number;
}

/**
 * Longer campaigns aren't simulated to the end. The rest is assumed to have the same average rate.
 */
const maxSimulated = 10_000;

/** Assumes that no other execution uses the channel. */
export function sendingTimeMs(planned: PlannedRequests): number {
	const { messages, contactRequests, longestChain, responseMs } = planned;
	const { contactRequestsPerMinute, messagesPerSecond } = planned;
	const searchingMs = lastPermitMs('contact', contactRequests, contactRequestsPerMinute, planned);
	const { requests: chained, pausesMs } = longestChain;
	// Even the last contact can have further messages, which follow after their pauses.
	const firstsMs = Math.max(
		lastPermitMs('message', planned.contacts, messagesPerSecond, planned),
		(planned.contacts - 1) * planned.messageIntervalMs,
	);
	const lastFirstMs = pausesMs === 0 ? 0 : firstsMs;
	const chainMs = lastFirstMs + Math.max(0, chained - 1) * responseMs + pausesMs;
	const pacedMs = Math.max(0, messages - 1) * planned.messageIntervalMs;
	const deliveringMs = Math.max(
		lastPermitMs('message', messages, messagesPerSecond, planned),
		pacedMs,
		chainMs,
	);
	const responsesMs = (planned.findingResponses + (messages > 0 ? 1 : 0)) * responseMs;
	const aheadMs = lastPermitMs('contact', planned.requestsAhead, contactRequestsPerMinute, planned);
	return Math.max(searchingMs + pausesMs, aheadMs + deliveringMs) + responsesMs;
}

/**
 * Returns when the last request gets its permit, relative to the first one. Pacing depends on how
 * many requests are waiting.
 */
function lastPermitMs(
	bucket: RateLimitBucket,
	count: number,
	limit: number,
	{ maxConcurrency, responseMs }: PlannedRequests,
): number {
	const simulated = Math.min(count, maxSimulated);
	const limiter = new RateLimiter(limit, timings[bucket]);
	const permittedAt: number[] = [];
	let ended = 0;
	let now = 0;
	while (permittedAt.length < simulated) {
		while ((permittedAt[ended] ?? Infinity) + responseMs <= now) ended += 1;
		const free = maxConcurrency - (permittedAt.length - ended);
		if (free === 0) {
			now = (permittedAt[ended] ?? now) + responseMs;
			continue;
		}
		// Executions announce contact requests to the queue in advance, but not messages.
		const left = count - permittedAt.length;
		const others = (bucket === 'contact' ? left : Math.min(free, left)) - 1;
		const waitMs = limiter.msUntilNext(now, others);
		if (waitMs > 0) {
			now += waitMs;
			continue;
		}
		limiter.acquire(now, others);
		permittedAt.push(now);
	}
	return simulated === 0 ? 0 : (now * count) / simulated;
}

/** Formats a duration, such as `6 min 33 s`. Seconds are omitted if it is an hour or more. */
export function durationText(milliseconds: number): string {
	const seconds = Math.max(1, Math.round(milliseconds / 1_000));
	if (seconds < 60) return `${String(seconds)} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return joined(minutes, 'min', seconds % 60, 's');
	const roundedMinutes = Math.round(seconds / 60);
	return joined(Math.floor(roundedMinutes / 60), 'h', roundedMinutes % 60, 'min');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
	const rest = small === 0 ? '' : ` ${String(small)} ${smallUnit}`;
	return `${String(large)} ${largeUnit}${rest}`;
}
