import type { SendRequest } from '../client/types';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';

/**
 * Keeps a minimum interval between the messages of a node execution, across all attempts (Retry On
 * Fail). Waiting messages hold no permit and no key, so they don't slow down other executions.
 */
export class Pace {
	/** Resolves when the previous message is about to be written, or when it won't be sent. */
	private previous: Promise<void> = Promise.resolve();

	private nextAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** A message that isn't sent, such as a duplicate, doesn't delay the next one. */
	limit(send: SendRequest, intervalMs: number, cancellation: CancellationToken): SendRequest {
		return async (request, options) => {
			if (request.bucket !== 'message') return await send(request, options);
			const { previous } = this;
			let endTurn: () => void = () => undefined;
			this.previous = new Promise((resolve) => {
				endTurn = resolve;
			});
			try {
				await previous;
				await pause(this.clock, cancellation, this.nextAt - this.clock.now());
				return await send(request, {
					...options,
					onAttempt: () => {
						this.nextAt = this.clock.now() + intervalMs;
						endTurn();
					},
				});
			} finally {
				endTurn();
			}
		};
	}
}
