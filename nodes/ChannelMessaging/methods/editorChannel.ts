import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { ApiError } from '../api/apiError';
import type { CallApi, CallKind, Request } from '../api/call';
import { type Channel, createChannel } from '../api/channel';
import { rateOf, readCredential } from '../http/credential';
import { createRequest } from '../http/request';
import { queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import type { Rate } from '../rateLimit/rateLimiter';
import { WaitingTime } from '../rateLimit/waitingTime';
import { type CallContext, callWithRetry } from '../requests/callWithRetry';
import { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { systemClock } from '../scheduling/systemClock';

/**
 * Somebody at a list in the editor has an answer or a reason within ten seconds: no call starts after
 * so many milliseconds, and each is given up after `timeout`.
 */
const longestWait = 5_000;
const timeout = 4_500;

/** What a list in the editor needs to make calls. */
interface EditorCalls {
	request: Request;
	rate(kind: CallKind): Rate;
	queue(kind: CallKind): RateLimitedQueue;
	clock: Clock;
	random(): number;
}

/**
 * The channel for a list in the editor. Its calls wait for the rate limit like all others, so that
 * opening a list never makes a running workflow exceed it.
 */
export async function editorChannel(context: ILoadOptionsFunctions): Promise<Channel> {
	const credential = await readCredential(context);
	const rate = (kind: CallKind) => rateOf(credential, kind);
	const callApi = callerForEditor({
		request: createRequest(context, credential, new CancellationToken()),
		rate,
		queue: (kind) => queueFor(credential, kind, rate(kind)),
		clock: systemClock,
		random: Math.random,
	});
	return createChannel(callApi, credential.channelType);
}

/** Makes the calls of one list, and gives up on those that can't start soon. */
export function callerForEditor({ request, rate, queue, clock, random }: EditorCalls): CallApi {
	const stop = new CancellationToken();
	const context: CallContext = {
		request,
		flow: (kind) => queue(kind).openFlow(new WaitingTime()),
		clock,
		random,
		stop,
		journal: { refusedToken: undefined },
	};
	void clock.sleep(longestWait).then(() => {
		stop.cancel();
	});
	return async (call) => {
		const { kind } = call;
		const usedUp = () => {
			const [{ limit }, wait] = [rate(kind), queue(kind).waitingTime()];
			return new ApiError({ reason: 'limitUsedUp', outcome: 'notDone', kind, limit, wait });
		};
		if (queue(kind).waitingTime() > longestWait) throw usedUp();
		const result = await callWithRetry(context, call, { timeout, doubted: undefined });
		if (!(result instanceof ApiError)) return result;
		throw result.reason === 'cancelled' ? usedUp() : result;
	};
}
