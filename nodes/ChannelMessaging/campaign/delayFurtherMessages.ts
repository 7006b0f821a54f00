import type { SendRequest } from '../client/sendRequest';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';

export interface Delay {
	clock: Clock;
	cancellation: CancellationToken;
	/** Calls `pausing` and lets other items start until its promise resolves. */
	aside(pausing: () => Promise<void>): Promise<void>;
}

/**
 * Delays an item's further messages before they enter the queue. Stopping the execution ends the
 * delay early.
 */
export function delayFurtherMessages(
	send: SendRequest,
	{ clock, cancellation, aside }: Delay,
): SendRequest {
	return async (request, options) => {
		const { delayMs = 0 } = request;
		if (delayMs > 0) {
			await aside(async () => {
				await pause(clock, cancellation, delayMs);
			});
		}
		return await send(request, options);
	};
}
