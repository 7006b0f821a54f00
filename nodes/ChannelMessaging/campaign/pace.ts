import type { SendRequest } from '../client/types';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';

/**
 * Keeps a minimum interval between the messages of one node execution, in all of its attempts
 * (Retry On Fail). Waiting messages hold no permit, so other executions aren't delayed.
 */
export class Pace {
	/** Resolves when the previous message is about to be written, or when it will not be sent. */
	private previous: Promise<void> = Promise.resolve();

	private nextAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Wraps `send`. A message that isn't sent, such as a duplicate, doesn't delay the next message.
	 */
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
					beforeAttempt: async () => {
						const obstacle = await options?.beforeAttempt?.();
						if (obstacle === undefined) this.nextAt = this.clock.now() + intervalMs;
						endTurn();
						return obstacle;
					},
				});
			} finally {
				endTurn();
			}
		};
	}
}
