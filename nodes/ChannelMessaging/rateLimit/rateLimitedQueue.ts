import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { CircuitBreaker } from './circuitBreaker';
import { FairQueue, type FlowId } from './fairQueue';
import { OutcomeBreaker, type RequestEvidence, type UncertainPeriod } from './outcomeBreaker';
import { RateLimiter } from './rateLimiter';
import { retryAfterPatienceMs, type Timing } from './timings';
import type { LoggedRequest } from './slidingWindowLog';
import { addTime, type Stopwatch } from './stopwatch';

/**
 * A long wait is split into several short sleeps, so that no timer keeps running for long after its
 * request is cancelled.
 */
const maxSleepMs = 500;

/**
 * Maximum number of requests to start before yielding to the event loop. Starting a request takes
 * n8n a few milliseconds.
 */
const maxConsecutiveStarts = 4;

/**
 * The number of windows without a turn after which an execution counts as new again. Longer than
 * the pauses in a loop.
 */
const turnMemoryWindows = 60;

/**
 * The result of a request.
 *
 * - `passed`: the service responded with a status other than 429.
 * - `rejected`: the service responded with 429.
 * - `unanswered`: the request was sent, but the service didn't respond.
 * - `notSent`: the request didn't reach the service, so another request can be sent immediately.
 */
export type RequestEnd =
	| {
			kind: 'passed' | 'unanswered';
			evidence: RequestEvidence;
			/** Whether the response to a failed request has a `Retry-After` header. */
			asksToWait?: boolean;
	  }
	| { kind: 'notSent' }
	| { kind: 'rejected'; retryAfterMs: number | undefined };

export interface Permit {
	readonly kind: 'granted';
	/** Must be called immediately before the request is written to its connection. */
	readonly onWritten: () => void;
	/** Must be called exactly once, even if the request fails. */
	end(end: RequestEnd): void;
}

/** The service accepted no request within the maximum wait of the execution. */
interface GaveUp {
	kind: 'gaveUp';
	waitedMs: number;
	retryAfterMs: number | undefined;
}

/** No test of the service succeeded within the maximum wait of the execution. */
interface GaveUpTesting {
	kind: 'gaveUpTesting';
	waitedMs: number;
}

/** A read must test the service before the request may be sent. */
interface ReadFirst {
	kind: 'readFirst';
}

export type NoPermit = { kind: 'cancelled' } | GaveUp | GaveUpTesting;

interface PermitOptions {
	/**
	 * The earliest time to resend a rejected request, on the queue's clock. A rejected request goes
	 * ahead of all requests that weren't rejected.
	 */
	retryAt?: number | undefined;
	/** Whether sending the request twice has the same effect as sending it once. */
	idempotent?: boolean;
	/** Whether the caller can test the service with a read before it sends the request. */
	canRead?(): boolean;
}

/**
 * The queue's interface for a session. Flows take turns, regardless of their number of requests.
 */
export interface QueueFlow {
	permit(
		cancellation: CancellationToken,
		options?: PermitOptions,
	): Promise<Permit | NoPermit | ReadFirst>;

	/** Returns the time until the next request of any execution may be sent. */
	msUntilNext(): number;
}

interface FlowOptions {
	limit: number;
	/** Measures the time during which at least one request waited. */
	throttledTime?: Stopwatch;
	/** Flows with the same ID share their turns. By default, each flow has its own turns. */
	id?: FlowId;
}

interface ExecutionFlow {
	readonly id: FlowId;
	readonly waiting: Set<Waiter>;
	readonly throttledTime: Stopwatch | undefined;
	/** The outage during which the execution started to wait, and the start time of the wait. */
	joined?: { outage: CircuitBreaker; at: number };
	/** After an execution gives up, all its requests fail until the service accepts a request. */
	gaveUp?: GaveUp & { at: number };
	/** The period of unknown outcomes during which the execution started to wait. */
	uncertain?: { period: UncertainPeriod; joinedAt: number; gaveUp?: GaveUpTesting };
}

interface Waiter {
	readonly flow: ExecutionFlow;
	readonly since: number;
	readonly retryAt: number | undefined;
	readonly idempotent: boolean;
	canRead(): boolean;
	settle(result: Permit | NoPermit | ReadFirst): void;
}

/**
 * A queue for all requests that count toward the same rate limit. Executions take turns. Requests
 * of the same execution are sent in order. Rejected requests go ahead of all others when their wait
 * is over.
 */
export class RateLimitedQueue {
	private readonly limiter: RateLimiter;

	/** `undefined` unless the service has rejected requests since it last accepted one. */
	private breaker: CircuitBreaker | undefined;

	/** Requests that the service hasn't rejected. */
	private readonly turns: FairQueue<Waiter>;

	/** Rejected requests, ordered by the end of their wait. */
	private readonly rejected: Waiter[] = [];

	/** Contains only flows with waiting requests. */
	private readonly flows = new Set<ExecutionFlow>();

	private inFlight = 0;

	private isRunning = false;

	private wasLastTestRejectedBefore = false;

	private wake: () => void = () => undefined;

	private lastUsedAt: number;

	private lastAcceptedAt = -Infinity;

	constructor(
		private readonly timing: Timing,
		private readonly clock: Clock,
		private readonly random: () => number,
		/** Shared by the queues of a channel. */
		readonly outcomes = new OutcomeBreaker(),
	) {
		this.limiter = new RateLimiter(Infinity, timing);
		this.turns = new FairQueue(turnMemoryWindows * timing.windowMs);
		this.lastUsedAt = clock.now();
	}

	/**
	 * Whether the queue can be evicted. The state of an idle queue no longer affects later requests.
	 */
	get isIdle(): boolean {
		if (!this.isUnused) return false;
		const now = this.clock.now();
		this.expireBreaker(now);
		return (
			this.breaker === undefined &&
			now - this.lastUsedAt >= this.limiter.retentionMs &&
			this.outcomes.isExpired(now)
		);
	}

	private msUntilNext(): number {
		const now = this.clock.now();
		return Math.max(this.limiter.msUntilNext(now), this.breaker?.msUntilNext(now) ?? 0);
	}

	openFlow({ limit, throttledTime, id = Symbol() }: FlowOptions): QueueFlow {
		const flow: ExecutionFlow = { id, waiting: new Set(), throttledTime };
		return {
			permit: async (cancellation, options = {}) =>
				await this.permit(flow, limit, cancellation, options),
			msUntilNext: () => this.msUntilNext(),
		};
	}

	private get isUnused(): boolean {
		return this.flows.size === 0 && this.inFlight === 0;
	}

	private expireBreaker(now: number): void {
		if (this.breaker?.isExpired(now) === true) this.breaker = undefined;
	}

	private async permit(
		flow: ExecutionFlow,
		limit: number,
		cancellation: CancellationToken,
		{ retryAt, idempotent = false, canRead = () => false }: PermitOptions,
	): Promise<Permit | NoPermit | ReadFirst> {
		if (cancellation.isStopped) return { kind: 'cancelled' };
		if (flow.gaveUp !== undefined && flow.gaveUp.at > this.lastAcceptedAt) return flow.gaveUp;
		const now = this.clock.now();
		if (this.isUnused && this.outcomes.isExpired(now)) this.outcomes.close();
		const { period } = this.outcomes;
		if (period !== undefined && !idempotent) {
			if (flow.uncertain?.period !== period) flow.uncertain = { period, joinedAt: now };
			if (flow.uncertain.gaveUp !== undefined) return flow.uncertain.gaveUp;
		}
		this.lastUsedAt = now;
		if (this.isUnused && retryAt === undefined) this.expireBreaker(now);
		// The service counts all requests with the same token together. Until the queue is empty, the
		// lowest limit of all credentials with this token applies.
		this.limiter.limit = this.isUnused ? limit : Math.min(this.limiter.limit, limit);
		const outage = this.breaker;
		if (outage !== undefined && flow.joined?.outage !== outage) flow.joined = { outage, at: now };
		return await new Promise((resolve) => {
			const waiter: Waiter = {
				flow,
				since: now,
				retryAt,
				idempotent,
				canRead,
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
			this.turns.add(flow.id, waiter, this.clock.now());
			return;
		}
		const later = this.rejected.findIndex((other) => (other.retryAt ?? 0) > retryAt);
		this.rejected.splice(later === -1 ? this.rejected.length : later, 0, waiter);
	}

	private remove(waiter: Waiter): void {
		const { flow } = waiter;
		flow.waiting.delete(waiter);
		if (flow.waiting.size === 0) this.flows.delete(flow);
		this.turns.remove(flow.id, waiter);
		const index = this.rejected.indexOf(waiter);
		if (index !== -1) this.rejected.splice(index, 1);
	}

	/** Issues permits as long as requests are waiting. Never rejects. */
	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		// Pacing depends on the number of waiting requests. Waiting for a microtask lets callers add
		// all concurrent requests first.
		await Promise.resolve();
		let started = 0;
		while (this.flows.size > 0) {
			const now = this.clock.now();
			this.giveUp(now);
			const isHeld = this.outcomes.msUntilNext(now) > 0;
			const mayStart = (waiter: Waiter) => !isHeld || waiter.idempotent;
			const due =
				(isHeld ? this.turns.count(mayStart) : this.turns.size) +
				this.rejected.filter((waiter) => isDue(waiter, now) && mayStart(waiter)).length;
			if (due === 0) this.limiter.idle();
			const waitMs = due === 0 ? this.msUntilDue(now) : this.msUntilNext();
			if (waitMs > 0) {
				await this.sleep(Math.min(maxSleepMs, Math.ceil(waitMs)));
				started = 0;
				continue;
			}
			const waiter = this.next(now, mayStart);
			if (waiter === undefined) continue;
			if (!waiter.idempotent && this.outcomes.isReadNeeded && waiter.canRead()) {
				this.outcomes.readStarted(now);
				waiter.settle({ kind: 'readFirst' });
				continue;
			}
			const request = this.limiter.acquire(now, due - 1);
			this.breaker?.permitted(request);
			if (!waiter.idempotent) this.outcomes.permitted(request);
			this.inFlight += 1;
			waiter.settle({
				kind: 'granted',
				onWritten: () => {
					this.outcomes.written(request, this.clock.now());
					void this.stamp(request);
				},
				end: (end) => {
					this.end(request, end, waiter.idempotent);
				},
			});
			started = (started + 1) % maxConsecutiveStarts;
			if (started === 0) await this.clock.sleep(0);
		}
		this.limiter.idle();
		this.isRunning = false;
	}

	/**
	 * Rejected requests go first. While the breaker is open, every second test is a request that
	 * wasn't rejected. Otherwise, a message that is always rejected could keep all other requests
	 * from testing the service.
	 */
	private next(now: number, mayStart: (waiter: Waiter) => boolean): Waiter | undefined {
		const rejected = this.rejected.find((waiter) => isDue(waiter, now) && mayStart(waiter));
		const isOpen = this.breaker?.isOpen === true;
		const other =
			rejected === undefined || (isOpen && this.wasLastTestRejectedBefore)
				? this.turns.next(now, mayStart)
				: undefined;
		this.wasLastTestRejectedBefore = other === undefined;
		return other ?? rejected;
	}

	/** Must be called only if no waiting request may start now. */
	private msUntilDue(now: number): number {
		const { retryAt = Infinity } = this.rejected.find((waiter) => !isDue(waiter, now)) ?? {};
		const testMs = this.outcomes.msUntilNext(now);
		return Math.min(retryAt - now, testMs > 0 ? testMs : Infinity);
	}

	private giveUp(now: number): void {
		this.giveUpUncertain(now);
		const outage = this.breaker;
		if (outage?.isOpen !== true) return;
		for (const flow of this.flows) {
			const since = flow.joined?.outage === outage ? flow.joined.at : outage.since;
			const waitedMs = now - since;
			if (waitedMs < outage.patienceMs) continue;
			flow.gaveUp = { kind: 'gaveUp', waitedMs, retryAfterMs: outage.retryAfterMs, at: now };
			for (const waiter of flow.waiting) waiter.settle(flow.gaveUp);
		}
	}

	private giveUpUncertain(now: number): void {
		const { period } = this.outcomes;
		if (period === undefined) return;
		const patienceMs = Math.max(
			this.timing.patienceMs,
			this.breaker?.patienceMs ?? 0,
			period.asksToWait ? retryAfterPatienceMs : 0,
		);
		for (const flow of this.flows) {
			const held = [...flow.waiting].filter(({ idempotent }) => !idempotent);
			if (held.length === 0) continue;
			if (flow.uncertain?.period !== period) flow.uncertain = { period, joinedAt: period.since };
			const waitedMs = now - flow.uncertain.joinedAt;
			if (waitedMs < patienceMs) continue;
			flow.uncertain.gaveUp = { kind: 'gaveUpTesting', waitedMs };
			for (const waiter of held) waiter.settle(flow.uncertain.gaveUp);
		}
	}

	/** Resolves early if the result of a request may make the next request due. */
	private async sleep(milliseconds: number): Promise<void> {
		const from = this.clock.now();
		const woken = new Promise<void>((resolve) => {
			this.wake = resolve;
		});
		await Promise.race([this.clock.sleep(milliseconds), woken]);
		const now = this.clock.now();
		// Waiting during an outage isn't counted as waiting for the rate limit.
		const isUncertain = this.outcomes.period !== undefined;
		for (const { waiting, throttledTime } of this.flows) {
			const [first] = isUncertain ? [...waiting].filter(({ idempotent }) => idempotent) : waiting;
			if (throttledTime) addTime(throttledTime, Math.max(from, first?.since ?? now), now);
		}
	}

	private end(request: LoggedRequest, end: RequestEnd, idempotent: boolean): void {
		const now = this.clock.now();
		const wasOpen = this.breaker?.isOpen === true || this.outcomes.period !== undefined;
		this.inFlight -= 1;
		this.lastUsedAt = now;
		const evidence = 'evidence' in end ? end.evidence : 'nothing';
		this.outcomes.ended(request, evidence, idempotent, now);
		if ('asksToWait' in end && end.asksToWait === true) this.outcomes.askToWait();
		switch (end.kind) {
			case 'passed':
				this.lastAcceptedAt = now;
				// A response other than 429 means that the request passed the rate limiter of the service.
				this.breaker = undefined;
				this.limiter.accepted();
				break;
			case 'rejected':
				this.limiter.rejected(request, now);
				this.breaker ??= new CircuitBreaker(this.timing, now);
				this.breaker.rejected(request, now, end.retryAfterMs, this.random());
				break;
			case 'unanswered':
				this.breaker?.unanswered(request, now, this.random());
				break;
			case 'notSent':
				this.limiter.release(request);
				this.breaker?.notSent(request);
				break;
		}
		// Wakes the queue only if the result may make the next request due earlier than expected.
		if (wasOpen || end.kind === 'notSent') this.wake();
	}

	/** Waits for the event loop iteration in which Node.js writes a request to its connection. */
	private async stamp(request: LoggedRequest): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		request.writtenAt = this.clock.now();
	}
}

function isDue({ retryAt }: Waiter, now: number): boolean {
	return retryAt !== undefined && retryAt <= now;
}
