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
		const usedUp = () => limitUsedUp(call.kind, rate(call.kind), queue(call.kind).waitingTime());
		if (queue(call.kind).waitingTime() > longestWait) throw usedUp();
		const terms = { timeout, doubted: undefined, needless: stop };
		const result = await callWithRetry(context, call, terms);
		if (!(result instanceof ApiError)) return result;
		throw result.reason === 'cancelled' ? usedUp() : result;
	};
}

function limitUsedUp(kind: CallKind, { limit, windowMilliseconds }: Rate, wait: number): ApiError {
	const calls = kind === 'message' ? 'messages' : 'contact calls';
	const window = windowMilliseconds === 1_000 ? 'second' : 'minute';
	const seconds = Math.max(1, Math.ceil(wait / 1_000));
	return new ApiError({
		reason: 'rateLimited',
		outcome: 'notDone',
		title: `The limit of ${String(limit)} ${calls} a ${window} is used up. Try again in ${String(seconds)} s.`,
		advice: 'Running workflows with the same token use the limit too.',
	});
}
