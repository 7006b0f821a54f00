import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { CallKind, PlaceCall } from '../channel/call';
import { type Channel, createChannel } from '../channel/channel';
import { ChannelFailure } from '../channel/failure';
import { Halt } from '../delivery/halt';
import { Ledger } from '../delivery/ledger';
import { placeFor, type Run } from '../delivery/place';
import { SentKeys } from '../delivery/sentKeys';
import type { Clock } from '../rateLimit/clock';
import { queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import type { Rate } from '../rateLimit/rateLimiter';
import { systemClock } from '../rateLimit/systemClock';
import { WaitingTime } from '../rateLimit/waitingTime';
import { readCredential, rateOf } from './credential';
import { createRequest } from './request';

/**
 * Somebody at a list in the editor has an answer or a reason within ten seconds: no call starts after
 * so many milliseconds, and each is given up after `timeout`.
 */
const longestWait = 5_000;
const timeout = 4_500;

/** A list in the editor asks, and sends nothing. */
const noMessages = {
	record: async () => await Promise.reject(new Error('A list sends no messages')),
	remove: async () => await Promise.resolve(),
};

/** What a list in the editor needs to make calls. */
interface EditorCalls {
	request: Run['request'];
	rate(kind: CallKind): Rate;
	queue(kind: CallKind): RateLimitedQueue;
	clock: Clock;
	random: Run['random'];
}

/**
 * The channel for a list in the editor. Its calls wait for the rate limit like all others, so that
 * opening a list never makes a running workflow exceed it.
 */
export async function editorChannel(context: ILoadOptionsFunctions): Promise<Channel> {
	const credential = await readCredential(context);
	const rate = (kind: CallKind) => rateOf(credential, kind);
	const place = placeForEditor({
		request: createRequest(context, credential, new Halt()),
		rate,
		queue: (kind) => queueFor(credential, kind, rate(kind)),
		clock: systemClock,
		random: Math.random,
	});
	return createChannel(place, credential.channelType);
}

/** Makes the calls of one list, and gives up on those that can't start soon. */
export function placeForEditor({ request, rate, queue, clock, random }: EditorCalls): PlaceCall {
	const halt = new Halt();
	const run: Run = {
		request,
		flow: (kind) => queue(kind).openFlow(new WaitingTime()),
		ledger: new Ledger(),
		clock,
		random,
		halt,
		keys: () => ({ sent: new SentKeys(clock), store: noMessages, atOnce: 1 }),
	};
	const place = placeFor(run, run.ledger.item(0), { timeout, resendWhenUnsure: false });
	void clock.sleep(longestWait).then(() => {
		halt.now();
	});
	return async (call) => {
		const usedUp = () => limitUsedUp(call.kind, rate(call.kind), queue(call.kind).waitingTime());
		if (queue(call.kind).waitingTime() > longestWait) throw usedUp();
		try {
			return await place(call);
		} catch (error) {
			throw error instanceof ChannelFailure && error.reason === 'cancelled' ? usedUp() : error;
		}
	};
}

function limitUsedUp(
	kind: CallKind,
	{ limit, windowMilliseconds }: Rate,
	wait: number,
): ChannelFailure {
	const calls = kind === 'message' ? 'messages' : 'contact calls';
	const window = windowMilliseconds === 1_000 ? 'second' : 'minute';
	const seconds = Math.max(1, Math.ceil(wait / 1_000));
	return new ChannelFailure({
		reason: 'rateLimited',
		effect: 'notDone',
		title: `The limit of ${String(limit)} ${calls} a ${window} is used up. Try again in ${String(seconds)} s.`,
		advice: 'Running workflows with the same token use the limit too.',
	});
}
