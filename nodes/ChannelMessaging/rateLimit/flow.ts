import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import type { RateLimitBreaker } from './rateLimitBreaker';
import type { FlowId } from './fairQueue';
import type { UncertainPeriod } from './unknownOutcomeBreaker';
import type { GaveUp, GaveUpTesting, PermitOptions, PermitResult } from './permit';
import type { WaitingTime } from './waitingTime';

export interface FlowOptions {
	limit: number;
	/** Counts the time during which at least one request is waiting. */
	throttledTime?: WaitingTime;
	/** Returns the minimum number of requests that will follow the waiting requests. */
	upcoming?(): number;
	/** Flows with the same ID share their turns. */
	id?: FlowId;
}

/** A request that is waiting for its permit. */
export interface Waiter {
	readonly flow: Flow;
	/**
	 * When the request began to wait for the service. This time is in the future while the request is
	 * paced, and `Infinity` while the request is being prepared.
	 */
	waitsSince: number;
	readonly retryAt: number | undefined;
	readonly wasRejected: boolean;
	readonly idempotent: boolean;
	canRead(): boolean;
	/** Prepares the request. Unset once the preparation has started. */
	prepare: (() => Promise<boolean>) | undefined;
	settle(result: PermitResult): void;
}

interface FlowQueue {
	permit(
		flow: Flow,
		cancellation: CancellationToken,
		options: PermitOptions,
	): Promise<PermitResult>;
	msUntilNext(): number;
}

/** The requests of a session in one queue. */
export class Flow {
	readonly id: FlowId;

	readonly limit: number;

	readonly throttledTime: WaitingTime | undefined;

	readonly waiting = new Set<Waiter>();

	readonly upcoming: () => number;

	/** The number of requests that have a permit or are preceded by a read that tests the service. */
	private inFlight = 0;

	private waitedMs = 0;

	private countedUntil = -Infinity;

	/**
	 * The latest outage during which the execution waited, and the time for which the execution had
	 * waited for the service before that outage.
	 */
	joined?: { outage: RateLimitBreaker; waitedMsBefore: number };

	/**
	 * Set once the execution has given up. Its requests then fail immediately until the service
	 * accepts any request.
	 */
	gaveUp?: GaveUp & { at: number };

	/** Like `joined`, but for a period of unknown outcomes. */
	uncertain?: { period: UncertainPeriod; waitedMsBefore: number; gaveUp?: GaveUpTesting };

	constructor(
		private readonly queue: FlowQueue,
		{ limit, throttledTime, upcoming = () => 0, id = Symbol() }: FlowOptions,
	) {
		this.limit = limit;
		this.throttledTime = throttledTime;
		this.upcoming = upcoming;
		this.id = id;
	}

	async permit(
		cancellation: CancellationToken,
		options: PermitOptions = {},
	): Promise<PermitResult> {
		return await this.queue.permit(this, cancellation, options);
	}

	/**
	 * Returns how long the execution has waited for the service, excluding the time during which its
	 * requests waited only to be paced or prepared. Must be called before requests are added or
	 * removed.
	 */
	waitedFor(now: number): number {
		const since = Math.min(...[...this.waiting].map(({ waitsSince }) => waitsSince));
		const from = Math.max(this.countedUntil, this.inFlight > 0 ? -Infinity : since);
		this.waitedMs += Math.max(0, now - from);
		this.countedUntil = now;
		return this.waitedMs;
	}

	/**
	 * Starts a request, and returns a function that must be called exactly once, when the request
	 * ends.
	 */
	start(clock: Pick<Clock, 'now'>): () => void {
		this.waitedFor(clock.now());
		this.inFlight += 1;
		return () => {
			this.waitedFor(clock.now());
			this.inFlight -= 1;
		};
	}

	/** Returns the time until a new request from any execution may be sent. */
	msUntilNext(): number {
		return this.queue.msUntilNext();
	}
}
