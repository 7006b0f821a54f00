import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { type RequestContext, pause, createReader } from '../ChannelMessaging/client/sendRequest';
import type { SendRequest, HttpRequest } from '../ChannelMessaging/client/types';

/** What one poll may use. */
export interface PollLimits {
	durationMs: number;
	/** Includes retries. */
	maxRequests: number;
}

/** Leaves n8n's durable scheduler, which abandons polls after 45 s by default, a wide margin. */
const maxPollMs = 20_000;

/** n8n waits for the first poll when a workflow is published, and for one after another at its start. */
const maxActivationMs = 5_000;

/** The share of a poll's time in which requests may start. */
const startFraction = 0.45;

/** The share of a poll's time for the response to each request. */
const timeoutFraction = 0.5;

/** The share of the contact requests per minute that a poll may use. Executions need the rest. */
const requestFraction = 0.5;

/** Returns the limits of the poll that validates the settings when a workflow is published. */
export function activationLimits(): PollLimits {
	return { durationMs: maxActivationMs, maxRequests: 1 };
}

/**
 * Returns the limits of a scheduled poll.
 *
 * @param budgetMs how long n8n waits for the poll
 */
export function pollLimits(
	{ contactCallsPerMinute }: Pick<ChannelCredential, 'contactCallsPerMinute'>,
	budgetMs: number,
): PollLimits {
	return {
		durationMs: Math.min(maxPollMs, budgetMs),
		maxRequests: Math.max(1, Math.floor(contactCallsPerMinute * requestFraction)),
	};
}

/**
 * Returns a function that sends requests within the limits, and whether another one may start. Cancel
 * `calls.stop` at the end of the poll.
 */
export function limitRequests(
	calls: RequestContext,
	{ durationMs, maxRequests }: PollLimits,
): { callApi: SendRequest; hasTime(): boolean } {
	const { stop } = calls;
	void pause(calls, durationMs * startFraction).then(() => {
		stop.cancel();
	});
	let started = 0;
	const request: HttpRequest = async (...call) => {
		started += 1;
		// This request continues, but no other one starts.
		if (started === maxRequests) stop.cancel();
		return await calls.request(...call);
	};
	return {
		callApi: createReader({ ...calls, request }, durationMs * timeoutFraction),
		hasTime: () => !stop.isCancelled,
	};
}
