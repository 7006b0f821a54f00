import { ApiError } from '../ChannelMessaging/client/apiError';
import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { createSender } from '../ChannelMessaging/client/sendRequest';
import type { ChannelSession } from '../ChannelMessaging/client/session';
import type { SendRequest } from '../ChannelMessaging/client/types';
import { pause } from '../ChannelMessaging/scheduling/pause';

export interface PollLimits {
	durationMs: number;
	/** Includes retries. */
	maxRequests: number;
}

/** n8n's durable scheduler abandons polls after 45 s by default. */
const maxPollMs = 20_000;

/**
 * The limits of a trigger's first poll, which checks the settings. n8n waits for it before it
 * finishes publishing a workflow. When n8n starts, the first polls of all workflows run one after
 * another.
 */
export const activationLimits: PollLimits = { durationMs: 5_000, maxRequests: 1 };

/** The fraction of a poll's duration in which new requests may start. */
const startFraction = 0.45;

/** The timeout of each request, as a fraction of the poll's duration. */
const timeoutFraction = 0.5;

/** The fraction of the contact requests per minute that a poll may use. Executions need the rest. */
const requestFraction = 0.5;

/** @param budgetMs how long n8n waits for the poll */
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
	/** Includes retries. */
	sent: number;
	/** The number of 429 responses. */
	rateLimited: number;
	/** The error of the latest 429 response. */
	rejection: ApiError | undefined;
}

/**
 * Sends requests until the session is stopped at the limits of a poll. Callers must also stop it at
 * the end of the poll.
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
		// Lets the current request finish, but prevents further requests.
		if (requests.sent === maxRequests) cancellation.stop();
		return await Promise.resolve(undefined);
	};
	return {
		send: async (request, options) => {
			failure = undefined;
			const result = await send(request, { ...options, beforeAttempt });
			// Returns the reason why the request failed if there is no time for another attempt. Otherwise,
			// a request that always times out would be the first one of each poll.
			const isCancelled = result instanceof ApiError && result.reason === 'cancelled';
			return isCancelled ? (failure ?? result) : result;
		},
		requests,
	};
}
