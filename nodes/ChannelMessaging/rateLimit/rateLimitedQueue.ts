import type { CancellationToken } from '../scheduling/cancellation';
import type { Clock } from '../scheduling/clock';
import { CircuitBreaker, type Outage } from './circuitBreaker';
import { FairQueue, Flow } from './fairQueue';
import { RateLimiter } from './rateLimiter';
import type { Timing } from './rateLimits';
import type { LoggedRequest } from './slidingWindowLog';
import { addTime, type Stopwatch } from './stopwatch';

/**
 * Longer waits consist of several sleeps, so that no timer runs long after its request was
 * cancelled.
 */
const maxSleepMs = 500;

/** Starting a request takes n8n a few milliseconds, so the queue yields to the event loop. */
const maxConsecutiveStarts = 4;

/**
 * How a request ended.
 *
 * - `accepted`: the service responded with a status other than 429.
 * - `rejected`: the service responded with 429.
 * - `unanswered`: the request was sent, but there is no response.
 * - `notSent`: the request didn't reach the service, so another one can be sent immediately.
 */
export type RequestEnd =
	| { kind: 'accepted' | 'unanswered' | 'notSent' }
	| { kind: 'rejected'; retryAfterMs: number | undefined };

interface Permit {
	readonly kind: 'granted';
	/** The request is about to be written to its connection. */
	readonly onWritten: () => void;
	/** The holder must call it once, whatever happens. */
	end(end: RequestEnd): void;
}

/** The service accepted nothing while an execution waited for its whole patience. */
interface GaveUp {
	kind: 'gaveUp';
	waitedMs: number;
	retryAfterMs: number | undefined;
}

export type NoPermit = { kind: 'cancelled' } | GaveUp;

/** Executions take turns, whatever the number of their requests. */
export interface QueueFlow {
	/**
	 * @param retryAt when a rejected request may be resent, on the queue's clock. It then goes ahead
	 * of all requests that weren't rejected.
	 */
	permit(cancellation: CancellationToken, retryAt?: number): Promise<Permit | NoPermit>;

	/** Until the next request of any execution may be sent. */
	msUntilNext(): number;
}

interface FlowOptions {
	limit: number;
	/** The time during which at least one request waited. */
	throttledTime?: Stopwatch;
}

interface ExecutionFlow {
	readonly turns: Flow<Waiter>;
	readonly waiting: Set<Waiter>;
	readonly throttledTime: Stopwatch | undefined;
	/** The outage during which the execution began to wait, and when it began. */
	joined?: { outage: Outage; at: number };
	/** Applies to all requests of the execution until the service accepts a request. */
	gaveUp?: GaveUp & { at: number };
}

interface Waiter {
	readonly flow: ExecutionFlow;
	readonly since: number;
	readonly retryAt: number | undefined;
	settle(result: Permit | NoPermit): void;
}

/**
 * A queue for all requests that count against the same rate limit. Executions take turns. The
 * requests of an execution are sent in order, except that rejected requests go ahead of all others
 * when their wait is over.
 */
export class RateLimitedQueue {
	private readonly limiter: RateLimiter;

	private readonly breaker: CircuitBreaker;

	/** Contains no rejected requests. */
	private readonly turns = new FairQueue<Waiter>();

	/** Ordered by the end of their waits. */
	private readonly rejected: Waiter[] = [];

	/** Never contains a flow without waiting requests. */
	private readonly flows = new Set<ExecutionFlow>();

	private inFlight = 0;

	private isRunning = false;

	private wasLastTestRejectedBefore = false;

	private wake: () => void = () => undefined;

	private lastUsedAt: number;

	private lastAcceptedAt = -Infinity;

	constructor(
		timing: Timing,
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.limiter = new RateLimiter(Infinity, timing);
		this.breaker = new CircuitBreaker(timing);
		this.lastUsedAt = clock.now();
	}

	/** Nothing that an idle queue remembers has an effect anymore. */
	get isIdle(): boolean {
		if (!this.isUnused) return false;
		const now = this.clock.now();
		this.breaker.expire(now);
		return this.breaker.outage === undefined && now - this.lastUsedAt >= this.limiter.retentionMs;
	}

	private msUntilNext(): number {
		const now = this.clock.now();
		return Math.max(this.limiter.msUntilNext(now), this.breaker.msUntilNext(now));
	}

	openFlow({ limit, throttledTime }: FlowOptions): QueueFlow {
		const flow: ExecutionFlow = { turns: new Flow(), waiting: new Set(), throttledTime };
		return {
			permit: async (cancellation, retryAt) =>
				await this.permit(flow, limit, cancellation, retryAt),
			msUntilNext: () => this.msUntilNext(),
		};
	}

	private get isUnused(): boolean {
		return this.flows.size === 0 && this.inFlight === 0;
	}

	private async permit(
		flow: ExecutionFlow,
		limit: number,
		cancellation: CancellationToken,
		retryAt: number | undefined,
	): Promise<Permit | NoPermit> {
		if (cancellation.isStopped) return { kind: 'cancelled' };
		if (flow.gaveUp !== undefined && flow.gaveUp.at > this.lastAcceptedAt) return flow.gaveUp;
		const now = this.clock.now();
		this.lastUsedAt = now;
		if (this.isUnused && retryAt === undefined) this.breaker.expire(now);
		// The service counts all requests with the same token together, so the lowest limit of the
		// credentials applies until the queue is empty.
		this.limiter.limit = this.isUnused ? limit : Math.min(this.limiter.limit, limit);
		const { outage } = this.breaker;
		if (outage !== undefined && flow.joined?.outage !== outage) flow.joined = { outage, at: now };
		return await new Promise((resolve) => {
			const waiter: Waiter = {
				flow,
				since: now,
				retryAt,
				settle: (result) => {
					removeListener();
					this.remove(waiter);
					resolve(result);
				},
			};
			this.add(waiter);
			const removeListener = cancellation.onStop(() => {
				waiter.settle({ kind: 'cancelled' });
			});
			void this.run();
		});
	}

	private add(waiter: Waiter): void {
		const { flow, retryAt } = waiter;
		flow.waiting.add(waiter);
		this.flows.add(flow);
		if (retryAt === undefined) {
			this.turns.add(flow.turns, waiter);
			return;
		}
		const later = this.rejected.findIndex((other) => (other.retryAt ?? 0) > retryAt);
		this.rejected.splice(later === -1 ? this.rejected.length : later, 0, waiter);
	}

	private remove(waiter: Waiter): void {
		const { flow } = waiter;
		flow.waiting.delete(waiter);
		if (flow.waiting.size === 0) this.flows.delete(flow);
		this.turns.remove(flow.turns, waiter);
		const index = this.rejected.indexOf(waiter);
		if (index !== -1) this.rejected.splice(index, 1);
	}

	/** Issues permits until no request is waiting. Never rejects. */
	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		// Pacing depends on the number of waiting requests, so all requests of the same tick are
		// counted.
		await Promise.resolve();
		let started = 0;
		while (this.flows.size > 0) {
			const now = this.clock.now();
			this.giveUp(now);
			const due = this.turns.size + this.rejected.filter((waiter) => isDue(waiter, now)).length;
			if (due === 0) this.limiter.idle();
			const waitMs = due === 0 ? this.msUntilRetry(now) : this.msUntilNext();
			if (waitMs > 0) {
				await this.sleep(Math.min(maxSleepMs, Math.ceil(waitMs)));
				started = 0;
				continue;
			}
			const waiter = this.next(now);
			if (waiter === undefined) continue;
			const request = this.limiter.acquire(now, due - 1);
			this.breaker.permitted(request);
			this.inFlight += 1;
			waiter.settle(this.permitFor(request));
			started = (started + 1) % maxConsecutiveStarts;
			if (started === 0) await this.clock.sleep(0);
		}
		this.limiter.idle();
		this.isRunning = false;
	}

	/**
	 * Rejected requests go first, except that every other test of an open breaker is another request.
	 * Otherwise, messages that are always rejected could prevent all others from testing the service.
	 */
	private next(now: number): Waiter | undefined {
		const rejected = this.rejected.find((waiter) => isDue(waiter, now));
		const isOpen = this.breaker.outage?.isOpen === true;
		const other =
			rejected === undefined || (isOpen && this.wasLastTestRejectedBefore)
				? this.turns.next()
				: undefined;
		this.wasLastTestRejectedBefore = other === undefined;
		return other ?? rejected;
	}

	private msUntilRetry(now: number): number {
		return Math.max(0, (this.rejected[0]?.retryAt ?? now) - now);
	}

	private giveUp(now: number): void {
		const { outage } = this.breaker;
		if (outage?.isOpen !== true) return;
		for (const flow of this.flows) {
			const since = flow.joined?.outage === outage ? flow.joined.at : outage.since;
			const waitedMs = now - since;
			if (waitedMs < outage.patienceMs) continue;
			flow.gaveUp = { kind: 'gaveUp', waitedMs, retryAfterMs: outage.retryAfterMs, at: now };
			for (const waiter of flow.waiting) waiter.settle(flow.gaveUp);
		}
	}

	/** Wakes early when a request ends. */
	private async sleep(milliseconds: number): Promise<void> {
		const from = this.clock.now();
		const woken = new Promise<void>((resolve) => {
			this.wake = resolve;
		});
		await Promise.race([this.clock.sleep(milliseconds), woken]);
		const now = this.clock.now();
		for (const { waiting, throttledTime } of this.flows) {
			const [first] = waiting;
			if (throttledTime) addTime(throttledTime, Math.max(from, first?.since ?? now), now);
		}
	}

	private permitFor(request: LoggedRequest): Permit {
		return {
			kind: 'granted',
			onWritten: () => void this.stamp(request),
			end: (end) => {
				this.inFlight -= 1;
				this.end(request, end);
			},
		};
	}

	private end(request: LoggedRequest, end: RequestEnd): void {
		const now = this.clock.now();
		const wasOpen = this.breaker.outage?.isOpen === true;
		this.lastUsedAt = now;
		switch (end.kind) {
			case 'accepted':
				this.lastAcceptedAt = now;
				this.breaker.accepted();
				this.limiter.accepted();
				break;
			case 'rejected':
				this.limiter.rejected(request, now);
				this.breaker.rejected(request, now, end.retryAfterMs, this.random());
				break;
			case 'unanswered':
				this.breaker.unanswered(request, now, this.random());
				break;
			case 'notSent':
				this.limiter.release(request);
				this.breaker.notSent(request);
				break;
		}
		// Only these ends can make the next request due earlier than expected.
		if (wasOpen || end.kind === 'notSent') this.wake();
	}

	/** Node.js writes a request only when the event loop continues. */
	private async stamp(request: LoggedRequest): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		request.writtenAt = this.clock.now();
	}
}

function isDue({ retryAt }: Waiter, now: number): boolean {
	return retryAt !== undefined && retryAt <= now;
}
