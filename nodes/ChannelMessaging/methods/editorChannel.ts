import { ApiError } from '../api/apiError';
import type { CallApi, CallKind } from '../api/call';
import { type Channel, createChannel } from '../api/channel';
import { type CallingContext, readCredential } from '../http/credential';
import { phoneNumberSettingsOf } from '../parameters/options/phoneNumbers';
import type { PhoneNumberSettings } from '../parameters/values/phoneNumberSpellings';
import { queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import { type CallContext, readCallerFor } from '../requests/callWithRetry';
import { openCalls } from '../requests/openCalls';
import { CancellationToken } from '../scheduling/cancellationToken';

/**
 * Somebody at a list in the editor has an answer or a reason within ten seconds: no call starts after
 * so many milliseconds, and each is given up after `timeout`.
 */
const longestWait = 5_000;
const timeout = 4_500;

interface EditorChannel {
	channel: Channel;
	/** How phone numbers are written in the channel. */
	phoneNumbers: PhoneNumberSettings;
}

/** The channel for a list in the editor: it keeps to the rate limit together with all workflows. */
export async function editorChannel(context: CallingContext): Promise<EditorChannel> {
	const credential = await readCredential(context);
	const calls = openCalls(context, credential, new CancellationToken());
	const callApi = callerForEditor(calls, (kind) => queueFor(credential, kind));
	return {
		channel: createChannel(callApi, credential.channelType),
		phoneNumbers: phoneNumberSettingsOf(credential.decrypted.data ?? {}),
	};
}

/** Makes the calls of one list, and gives up on those that can't start soon. */
export function callerForEditor(
	calls: CallContext,
	queueOf: (kind: CallKind) => Pick<RateLimitedQueue, 'rate' | 'waitingTime'>,
): CallApi {
	void calls.clock.sleep(longestWait).then(() => {
		calls.stop.cancel();
	});
	const callApi = readCallerFor(calls, timeout);
	return async (call) => {
		const { kind } = call;
		const queue = queueOf(kind);
		const usedUp = () => {
			const [{ limit }, wait] = [queue.rate, queue.waitingTime()];
			return new ApiError({ reason: 'limitUsedUp', outcome: 'notDone', kind, limit, wait });
		};
		if (queue.waitingTime() > longestWait) throw usedUp();
		return await callApi(call).catch((error: unknown) => {
			throw error instanceof ApiError && error.reason === 'cancelled' ? usedUp() : error;
		});
	};
}
