import type { CancellationToken } from '../scheduling/cancellationToken';
import type { RejectionBreaker } from './rejectionBreaker';
import type { FlowId } from './fairQueue';
import type { UncertainPeriod } from './outcomeBreaker';
import type { GaveUp, GaveUpTesting, NoPermit, Permit, PermitOptions, ReadFirst } from './permit';
import type { Stopwatch } from './stopwatch';

export interface FlowOptions {
	limit: number;
	/** Runs while at least one request waits. */
	throttledTime?: Stopwatch;
	/** At least this many requests will follow the waiting ones. */
	upcoming?(): number;
	/** Flows with the same ID share their turns. */
	id?: FlowId;
}

/** A request that waits for its permit. */
export interface Waiter {
	readonly flow: Flow;
	readonly since: number;
	readonly retryAt: number | undefined;
	readonly idempotent: boolean;
	canRead(): boolean;
	settle(result: Permit | NoPermit | ReadFirst): void;
}

interface FlowQueue {
	permit(
		flow: Flow,
		cancellation: CancellationToken,
		options: PermitOptions,
	): Promise<Permit | NoPermit | ReadFirst>;
	msUntilNext(): number;
}

/** The requests of a session in one queue. Flows take turns, however many requests they have. */
export class Flow {
	readonly id: FlowId;

	readonly limit: number;

	readonly throttledTime: Stopwatch | undefined;

	readonly waiting = new Set<Waiter>();

	readonly upcoming: () => number;

	/** The outage, and when the execution started to wait in it. */
	joined?: { outage: RejectionBreaker; at: number };

	/** Until the service accepts something, all requests of this execution fail. */
	gaveUp?: GaveUp & { at: number };

	/** Like `joined`, for unknown outcomes. */
	uncertain?: { period: UncertainPeriod; joinedAt: number; gaveUp?: GaveUpTesting };

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
	): Promise<Permit | NoPermit | ReadFirst> {
		return await this.queue.permit(this, cancellation, options);
	}

	/** Time until the next request of any execution. */
	msUntilNext(): number {
		return this.queue.msUntilNext();
	}
}
