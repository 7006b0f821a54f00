import type { SendRequest } from '../client/sendRequest';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';

interface PacedMessages {
	turns: Turns;
	/** The number of messages that have started but not ended. */
	pending: number;
	nextAt: number;
}

interface PacedExecution {
	/**
	 * Identifies the execution. All loops and attempts (Retry On Fail) of an execution have the same
	 * owner.
	 */
	owner: unknown;
	intervalMs: number;
	cancellation: CancellationToken;
}

/**
 * Only one message has the turn at any time. It keeps the turn until it is about to be written or
 * turns out not to be sent. An item's further messages go first because they would otherwise wait
 * for the first messages of all items that have started.
 */
class Turns {
	private isTaken = false;

	private readonly first: Array<() => void> = [];

	private readonly further: Array<() => void> = [];

	async take({ isFurther }: { isFurther: boolean }): Promise<void> {
		if (this.isTaken) {
			await new Promise<void>((resolve) => {
				(isFurther ? this.further : this.first).push(resolve);
			});
		}
		this.isTaken = true;
	}

	/** Passes the turn to the next message. */
	end(): void {
		const next = this.further.shift() ?? this.first.shift();
		if (next === undefined) this.isTaken = false;
		else next();
	}
}

/**
 * Keeps a minimum interval between the messages of each node execution. While a message waits, it
 * holds no permit, and before its first attempt, it holds no key. Waiting messages therefore don't
 * slow down other executions.
 */
export class MessageIntervals {
	private readonly executions = new Map<unknown, PacedMessages>();

	constructor(private readonly clock: Clock) {}

	/** A message that isn't sent, such as a duplicate, doesn't delay the next one. */
	limit(send: SendRequest, { owner, intervalMs, cancellation }: PacedExecution): SendRequest {
		return async (request, options) => {
			if (request.bucket !== 'message') return await send(request, options);
			const { clock } = this;
			const paced = this.messagesOf(owner);
			let hasTurn = true;
			const endTurn = () => {
				if (hasTurn) paced.turns.end();
				hasTurn = false;
			};
			const onAttempt = () => {
				options?.onAttempt?.();
				paced.nextAt = Math.max(paced.nextAt, clock.now() + intervalMs);
				endTurn();
			};
			paced.pending += 1;
			try {
				await paced.turns.take({ isFurther: (request.position ?? 0) > 0 });
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
		const messages = { turns: new Turns(), pending: 0, nextAt: -Infinity };
		this.executions.set(owner, messages);
		return messages;
	}
}
