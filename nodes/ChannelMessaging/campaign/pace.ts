import type { SendRequest } from '../client/sendRequest';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';

interface PacedMessages {
	/** Resolves when the previous message is about to be written, or when it won't be sent. */
	previous: Promise<void>;
	/** The number of messages that have started but haven't ended. */
	pending: number;
	nextAt: number;
}

interface PacedExecution {
	/** Identifies the execution, including its loops and attempts (Retry On Fail). */
	owner: unknown;
	intervalMs: number;
	cancellation: CancellationToken;
}

/**
 * Keeps a minimum interval between the messages of each node execution. Waiting messages don't hold
 * a permit, and they don't hold a key before their first attempt, so they don't slow down other
 * executions.
 */
export class Pace {
	private readonly executions = new Map<unknown, PacedMessages>();

	constructor(private readonly clock: Clock) {}

	/** A message that isn't sent, such as a duplicate, doesn't delay the next one. */
	limit(send: SendRequest, { owner, intervalMs, cancellation }: PacedExecution): SendRequest {
		return async (request, options) => {
			if (request.bucket !== 'message') return await send(request, options);
			const { clock } = this;
			const paced = this.messagesOf(owner);
			const { previous } = paced;
			let endTurn: () => void = () => undefined;
			paced.previous = new Promise((resolve) => {
				endTurn = resolve;
			});
			const onAttempt = () => {
				options?.onAttempt?.();
				paced.nextAt = Math.max(paced.nextAt, clock.now() + intervalMs);
				endTurn();
			};
			paced.pending += 1;
			try {
				await previous;
				await pause(clock, cancellation, paced.nextAt - clock.now());
				const notBefore = () => paced.nextAt;
				return await send(request, { ...options, notBefore, onAttempt });
			} finally {
				paced.pending -= 1;
				endTurn();
			}
		};
	}

	/** Removes executions whose next message wouldn't have to wait. */
	removeExpired(): void {
		const now = this.clock.now();
		for (const [owner, { nextAt, pending }] of this.executions) {
			if (pending === 0 && nextAt <= now) this.executions.delete(owner);
		}
	}

	private messagesOf(owner: unknown): PacedMessages {
		const known = this.executions.get(owner);
		if (known !== undefined) return known;
		const messages = { previous: Promise.resolve(), pending: 0, nextAt: -Infinity };
		this.executions.set(owner, messages);
		return messages;
	}
}
