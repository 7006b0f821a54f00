import type { SendRequest } from '../client/types';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';

export interface Delay {
	clock: Clock;
	cancellation: CancellationToken;
	/** Runs a pause, during which other items can start. */
	aside(pausing: () => Promise<void>): Promise<void>;
}

/**
 * Wraps `send`, so that a message waits for its delay before it joins the queue of the rate limit.
 * Stopping the execution ends the delay.
 */
export function afterDelay(send: SendRequest, { clock, cancellation, aside }: Delay): SendRequest {
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
