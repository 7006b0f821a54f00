import type { IPollFunctions } from 'n8n-workflow';

import { ApiError, notStarted } from '../ChannelMessaging/client/apiError';
import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { createSender, type SendRequest } from '../ChannelMessaging/client/sendRequest';
import type { ApiResponse } from '../ChannelMessaging/client/apiResponse';
import type { ChannelSession } from '../ChannelMessaging/client/channelSession';
import { pause } from '../ChannelMessaging/scheduling/pause';

export interface PollBudget {
	durationMs: number;
	/** The maximum number of requests, including retries. */
	maxRequests: number;
}

/** By default, n8n's durable scheduler abandons a poll after 45 seconds. */
const maxPollMs = 20_000;

/**
 * The limits of the first poll, which only checks the settings. n8n waits for it before publishing
 * a workflow. On startup, n8n runs the first polls of all workflows one after another.
 */
export const activationBudget: PollBudget = { durationMs: 5_000, maxRequests: 1 };

/** The time budget of a poll if n8n's durable scheduler doesn't set one. */
export const unlimitedBudgetMs = 300_000;

/** New requests may start only within this fraction of the poll's duration. */
const startFraction = 0.45;

/** The timeout of a request, as a fraction of the poll's duration. */
const timeoutFraction = 0.5;

/** The fraction of the rate limit that polls may use. The rest is reserved for workflows. */
const requestFraction = 0.5;

/** Returns the poll's time budget in milliseconds. n8n has provided a budget since 2.37. */
export function budgetOf(context: IPollFunctions & { getPollBudgetMs?(): number }): number {
	return context.getPollBudgetMs?.() ?? unlimitedBudgetMs;
}

/** @param budgetMs the time after which n8n abandons the poll */
export function pollBudget(
	{ contactCallsPerMinute }: Pick<ChannelCredential, 'contactCallsPerMinute'>,
	budgetMs: number,
): PollBudget {
	return {
		durationMs: Math.min(maxPollMs, budgetMs),
		maxRequests: Math.max(1, Math.floor(contactCallsPerMinute * requestFraction)),
	};
}

/** The functions that make a poll take turns with the polls of other triggers. */
interface Turn {
	/** Called before a request waits for the rate limit. */
	wait(): Promise<void>;
	/**
	 * Called before each request, including retries. Returns `false` if the request must wait again.
	 */
	take(): boolean;
}

export interface PollRequests {
	/** The number of requests sent, including retries. */
	sent: number;
	rateLimited: number;
	/** The error of the latest 429 response. */
	rejection: ApiError | undefined;
}

/**
 * Limits a session's requests. The session stops when a limit is reached. The caller must stop the
 * session when the poll ends.
 */
export function limitRequests(
	session: ChannelSession,
	{ durationMs, maxRequests }: PollBudget,
	turn?: Turn,
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
	return {
		send: async (request, options) => {
			failure = undefined;
			let isTurnPassed: boolean;
			let result: ApiError | ApiResponse;
			const beforeAttempt = () => {
				isTurnPassed = turn?.take() === false;
				if (isTurnPassed) return notStarted();
				requests.sent += 1;
				// Stopping prevents further requests, but doesn't abort the current request.
				if (requests.sent === maxRequests) cancellation.stop();
				return undefined;
			};
			do {
				isTurnPassed = false;
				await turn?.wait();
				result = await send(request, { ...options, beforeAttempt });
			} while (isTurnPassed);
			// If there is no time for a retry, return the original error, which is more specific than the
			// cancellation. After a cancellation, each poll would start with the same request, even if the
			// request always times out.
			const isCancelled = result instanceof ApiError && result.reason === 'cancelled';
			return isCancelled ? (failure ?? result) : result;
		},
		requests,
	};
}
