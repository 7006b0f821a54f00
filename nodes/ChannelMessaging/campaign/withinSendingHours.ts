import { ApiError } from '../client/apiError';
import type { SendRequest } from '../client/sendRequest';
import { nextSendingTime, type SendingHours } from '../scheduling/nextSendingTime';
import { isoTime, type TimeZone } from '../scheduling/timeZone';

/**
 * Checks the sending hours before each attempt because they can end while a message waits for the
 * rate limit or a retry.
 *
 * @param now returns the time in milliseconds since the epoch
 */
export function withinSendingHours(
	send: SendRequest,
	hours: SendingHours,
	zone: TimeZone,
	now: () => number = Date.now,
): SendRequest {
	const outsideHours = () => outsideHoursError(hours, zone, now());
	return async (request, options) => {
		const obstacle = outsideHours();
		if (obstacle !== undefined) return options?.previousError ?? obstacle;
		const prepare = options?.prepare;
		return await send(request, {
			...options,
			prepare: prepare && (async () => outsideHours() ?? (await prepare())),
			obstacle: () => outsideHours() ?? options?.obstacle?.(),
		});
	};
}

/**
 * Returns `undefined` if the sending hours permit a message at `time`, in milliseconds since the
 * epoch.
 */
export function outsideHoursError(
	hours: SendingHours,
	zone: TimeZone,
	time: number,
): ApiError | undefined {
	const sendAt = nextSendingTime(hours, zone, time);
	if (sendAt === time) return undefined;
	return new ApiError({
		reason: 'outsideHours',
		outcome: 'notDone',
		sendAt: isoTime(sendAt, zone),
	});
}
