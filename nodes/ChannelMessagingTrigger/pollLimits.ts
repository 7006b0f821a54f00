import { ApiError } from '../ChannelMessaging/client/apiError';
import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { createSender } from '../ChannelMessaging/client/sendRequest';
import type { ChannelSession } from '../ChannelMessaging/client/session';
import type { SendRequest } from '../ChannelMessaging/client/types';
import { pause } from '../ChannelMessaging/scheduling/pause';

export interface PollLimits {
	durationMs: number;
	/** The maximum number of requests per poll, including retries. */
	maxRequests: number;
}

/**
 * The maximum duration of a poll, in milliseconds. n8n's durable scheduler abandons polls after 45
 * s by default.
 */
const maxPollMs = 20_000;

/**
 * The maximum duration of a workflow's first poll, in milliseconds. n8n waits for the first poll
 * before it finishes publishing a workflow. When n8n starts, the first polls of all workflows run
 * one after another.
 */
const maxActivationMs = 5_000;

/** The fraction of a poll's duration in which new requests may start. */
const startFraction = 0.45;

/** The timeout of each request, as a fraction of the poll's duration. */
const timeoutFraction = 0.5;

/**
 * The maximum fraction of the contact requests per minute that a poll may use. Executions need the
 * rest.
 */
const requestFraction = 0.5;

/**
 * Returns the limits of the first poll, which validates the settings when a workflow is published.
 */
export function activationLimits(): PollLimits {
	return { durationMs: maxActivationMs, maxRequests: 1 };
}

/**
 * Returns the limits of a scheduled poll.
 *
 * @param budgetMs how long n8n waits for the poll, in milliseconds
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

/** The requests of a poll so far. */
export interface PollRequests {
	/** The number of requests, including retries. */
	sent: number;
	/** The number of 429 responses. */
	rateLimited: number;
	/** The error of the latest 429 response. */
	rejection: ApiError | undefined;
}

/**
 * Returns a function that sends requests within the limits of a poll, a function that returns
 * whether another request may start, and the counted requests. Callers must stop the session at the
 * end of the poll.
 */
export function limitRequests(
	session: ChannelSession,
	{ durationMs, maxRequests }: PollLimits,
): { send: SendRequest; hasTime(): boolean; requests: Readonly<PollRequests> } {
	const { cancellation } = session;
	void pause(session.clock, cancellation, durationMs * startFraction).then(() => {
		cancellation.stop();
	});
	const requests: PollRequests = { sent: 0, rateLimited: 0, rejection: undefined };
	let failure: ApiError | undefined;
	const http: ChannelSession['http'] = async (...request) => {
		const result = await session.http(...request);
		if (!(result instanceof ApiError)) return result;
		if (result.reason === 'rateLimited') {
			requests.rateLimited += 1;
			requests.rejection = result;
		} else failure = result;
		return result;
	};
	const send = createSender({ ...session, http }, durationMs * timeoutFraction);
	const countAttempt = async () => {
		requests.sent += 1;
		// Lets the current request finish, but prevents further requests.
		if (requests.sent === maxRequests) cancellation.stop();
		return await Promise.resolve(undefined);
	};
	return {
		send: async (request, options) => {
			failure = undefined;
			const result = await send(request, { ...options, beforeAttempt: countAttempt });
			// Returns the reason why the request failed if there is no time for another attempt. Otherwise,
			// a request that always times out would be the first one of each poll.
			const isCancelled = result instanceof ApiError && result.reason === 'cancelled';
			return isCancelled ? (failure ?? result) : result;
		},
		hasTime: () => !cancellation.isStopped,
		requests,
	};
}
