import type { IPollFunctions } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/client/apiError';
import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { createSender } from '../ChannelMessaging/client/sendRequest';
import type { ChannelSession } from '../ChannelMessaging/client/session';
import type { SendRequest } from '../ChannelMessaging/client/types';
import { pause } from '../ChannelMessaging/scheduling/pause';

export interface PollLimits {
	durationMs: number;
	/** The maximum number of requests in one poll, including retries. */
	maxRequests: number;
}

/**
 * The maximum duration of a poll. By default, n8n's durable scheduler abandons polls after 45 s.
 */
const maxPollMs = 20_000;

/**
 * Limits for a trigger's first poll, which checks the settings. They are low, because n8n finishes
 * publishing a workflow only after this poll. When n8n starts, it runs the first polls of all
 * workflows one after another.
 */
export const activationLimits: PollLimits = { durationMs: 5_000, maxRequests: 1 };

/** A poll's time budget if n8n's durable scheduler doesn't set one. */
export const unlimitedBudgetMs = 300_000;

/** The fraction of a poll's maximum duration in which new requests may start. */
const startFraction = 0.45;

/** The timeout of each request, as a fraction of the poll's maximum duration. */
const timeoutFraction = 0.5;

/**
 * The fraction of the contact requests per minute that a poll may use. The rest is available to
 * workflow executions.
 */
const requestFraction = 0.5;

/** Returns the poll's time budget in milliseconds, which n8n has provided since version 2.37. */
export function budgetOf(context: IPollFunctions & { getPollBudgetMs?(): number }): number {
	return context.getPollBudgetMs?.() ?? unlimitedBudgetMs;
}

/** @param budgetMs how long n8n waits for the poll to end */
export function pollLimits(
	{ contactCallsPerMinute }: Pick<ChannelCredential, 'contactCallsPerMinute'>,
	budgetMs: number,
): PollLimits {
	return {
		durationMs: Math.min(maxPollMs, budgetMs),
		maxRequests: Math.max(1, Math.floor(contactCallsPerMinute * requestFraction)),
	};
}

/** Statistics about the requests that a poll has sent so far. */
export interface PollRequests {
	/** The number of requests, including retries. */
	sent: number;
	/** The number of 429 responses. */
	rateLimited: number;
	/** The error of the latest 429 response. */
	rejection: ApiError | undefined;
}

/**
 * Returns a function that sends requests until the poll's limits are reached and the session stops.
 * The caller must also stop the session when the poll ends.
 */
export function limitRequests(
	session: ChannelSession,
	{ durationMs, maxRequests }: PollLimits,
): { send: SendRequest; requests: Readonly<PollRequests> } {
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
	const beforeAttempt = async () => {
		requests.sent += 1;
		// Stopping the session prevents further requests, but doesn't abort the current request.
		if (requests.sent === maxRequests) cancellation.stop();
		return await Promise.resolve(undefined);
	};
	return {
		send: async (request, options) => {
			failure = undefined;
			const result = await send(request, { ...options, beforeAttempt });
			// If there is no time for a retry, returns the original error instead of the
			// cancellation. Otherwise, each poll would start with the same request that always
			// times out.
			const isCancelled = result instanceof ApiError && result.reason === 'cancelled';
			return isCancelled ? (failure ?? result) : result;
		},
		requests,
	};
}
