import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { type RequestContext, pause, createReader } from '../ChannelMessaging/client/sendRequest';
import type { SendRequest, HttpRequest } from '../ChannelMessaging/client/types';

/** The limits of one poll. */
export interface PollLimits {
	durationMs: number;
	/** The maximum number of requests, including retries. */
	maxRequests: number;
}

/** The maximum duration of a poll. n8n's durable scheduler abandons polls after 45 s by default. */
const maxPollMs = 20_000;

/**
 * The maximum duration of a workflow's first poll. n8n waits for it when a workflow is published,
 * and waits for the polls of all workflows one after another when n8n starts.
 */
const maxActivationMs = 5_000;

/** The fraction of a poll's duration in which requests may start. */
const startFraction = 0.45;

/** The timeout of each request, as a fraction of the poll's duration. */
const timeoutFraction = 0.5;

/**
 * The fraction of the contact requests per minute that a poll may use. Executions need the rest.
 */
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
 * Returns a function that sends requests within the limits, and a function that returns whether
 * another request may start. Cancel `calls.stop` at the end of the poll.
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
		// The current request continues, but no other request starts.
		if (started === maxRequests) stop.cancel();
		return await calls.request(...call);
	};
	return {
		callApi: createReader({ ...calls, request }, durationMs * timeoutFraction),
		hasTime: () => !stop.isCancelled,
	};
}
