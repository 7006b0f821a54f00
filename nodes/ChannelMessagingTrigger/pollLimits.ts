import type { IPollFunctions } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/client/apiError';
import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { createSender } from '../ChannelMessaging/client/sendRequest';
import type { ChannelSession } from '../ChannelMessaging/client/session';
import type { SendRequest } from '../ChannelMessaging/client/types';
import { pause } from '../ChannelMessaging/scheduling/pause';

export interface PollLimits {
	durationMs: number;
	/** Requests, including retries. */
	maxRequests: number;
}

/** n8n's durable scheduler abandons polls after 45 s by default. */
const maxPollMs = 20_000;

/**
 * The first poll only checks the settings. n8n waits for it before publishing a workflow, and on
 * startup, runs those of all workflows one after another.
 */
export const activationLimits: PollLimits = { durationMs: 5_000, maxRequests: 1 };

/** A poll's time budget if n8n's durable scheduler doesn't set one. */
export const unlimitedBudgetMs = 300_000;

/** New requests may start in this fraction of the poll. */
const startFraction = 0.45;

/** The timeout of a request, as a fraction of the poll. */
const timeoutFraction = 0.5;

/** The rest is for workflows. */
const requestFraction = 0.5;

/** In milliseconds. n8n provides a budget since 2.37. */
export function budgetOf(context: IPollFunctions & { getPollBudgetMs?(): number }): number {
	return context.getPollBudgetMs?.() ?? unlimitedBudgetMs;
}

/** @param budgetMs after this, n8n gives up on the poll */
export function pollLimits(
	{ contactCallsPerMinute }: Pick<ChannelCredential, 'contactCallsPerMinute'>,
	budgetMs: number,
): PollLimits {
	return {
		durationMs: Math.min(maxPollMs, budgetMs),
		maxRequests: Math.max(1, Math.floor(contactCallsPerMinute * requestFraction)),
	};
}

export interface PollRequests {
	/** Requests, including retries. */
	sent: number;
	rateLimited: number;
	/** The error of the latest 429 response. */
	rejection: ApiError | undefined;
}

/** At the limits, the session stops. The caller must stop it as well when the poll ends. */
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
		// The current request isn't aborted.
		if (requests.sent === maxRequests) cancellation.stop();
		return await Promise.resolve(undefined);
	};
	return {
		send: async (request, options) => {
			failure = undefined;
			const result = await send(request, { ...options, beforeAttempt });
			// Without time for a retry, the original error says more than the cancellation. Otherwise,
			// each poll would start with the same request that always times out.
			const isCancelled = result instanceof ApiError && result.reason === 'cancelled';
			return isCancelled ? (failure ?? result) : result;
		},
		requests,
	};
}
