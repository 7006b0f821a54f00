import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { RateLimitBreaker } from './rateLimitBreaker';
import { FairQueue } from './fairQueue';
import { Flow, type FlowOptions, type Waiter } from './flow';
import { UnknownOutcomeBreaker } from './unknownOutcomeBreaker';
import type { PermitOptions, PermitResult, RequestEnd } from './permit';
import { Preparations } from './preparations';
import { RateLimiter } from './rateLimiter';
import { retryAfterPatienceMs, type Timing } from './windowsAndPatience';
import type { LoggedRequest } from './slidingWindowLog';
import { addTime } from './waitingTime';

/**
 * Longer waits are split, because no timer may keep running for long after its request has been
 * cancelled.
 */
const maxSleepMs = 500;

/**
 * The number of requests to start before the queue yields to the event loop. n8n needs a few
 * milliseconds to start each request.
 */
const maxConsecutiveStarts = 4;

/**
 * An execution that has had no turn for this many windows counts as new again. The pauses in a loop
 * are shorter.
 */
const turnMemoryWindows = 60;

/**
 * The queue of all requests under one rate limit. Executions take turns, and the requests of each
 * execution keep their order. Rejected requests go first once their wait is over.
 *
 * | A request | is in | until | | --- | --- | --- | | is new | `turns` | its flow's turn, if the
 * limit and both breakers allow it | | waits for `retryAt` | `rejected` | its wait is over; then it
 * is the next one | | waits in either | `flow.waiting` | its permit or a cancellation, or until its
 * flow gives up | | is prepared | `preparations`, and in either | its permit | | has its permit |
 * the limiter's log | `end`, after which the caller may ask for another one |
 */
export class RateLimitedQueue {
	private readonly limiter: RateLimiter;

	/**
	 * The breaker of the current outage. Set from the first 429 until the service accepts a request.
	 */
	private breaker: RateLimitBreaker | undefined;

	/** Waiting requests that haven't been rejected. */
	private readonly turns: FairQueue<Waiter>;

	/** Rejected requests that wait to be resent, ordered by the end of their wait. */
	private readonly rejected: Waiter[] = [];

	/** Flows that have waiting requests. */
	private readonly flows = new Set<Flow>();

	private readonly preparations: Preparations;

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
		/** Shared by both queues of a channel. */
		readonly outcomes = new UnknownOutcomeBreaker(),
	) {
		this.limiter = new RateLimiter(Infinity, timing);
		this.preparations = new Preparations(timing.windowMs);
		this.turns = new FairQueue(turnMemoryWindows * timing.windowMs);
		this.lastUsedAt = clock.now();
	}

	/** Whether the queue can be evicted without affecting later requests. */
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

	/** Returns how long a request of any flow would have to wait if the request were added now. */
	msUntilNext(): number {
		return this.msUntilPermit(this.turns.size + this.rejected.length + this.upcoming);
	}

	openFlow(options: FlowOptions): Flow {
		return new Flow(this, options);
	}

	/** @param others the number of known requests that compete with the next request */
	private msUntilPermit(others: number): number {
		const now = this.clock.now();
		return Math.max(this.limiter.msUntilNext(now, others), this.breaker?.msUntilNext(now) ?? 0);
	}

	private get isUnused(): boolean {
		return this.flows.size === 0 && this.inFlight === 0;
	}

	/** The number of requests that will follow the waiting requests. */
	private get upcoming(): number {
		let upcoming = 0;
		for (const flow of this.flows) upcoming += flow.upcoming();
		return upcoming;
	}

	private expireBreaker(now: number): void {
		if (this.breaker?.isExpired(now) === true) this.breaker = undefined;
	}

	async permit(
		flow: Flow,
		cancellation: CancellationToken,
		{
			retryAt,
			isPaced = false,
			wasRejected = false,
			idempotent = false,
			canRead = () => false,
			prepare,
		}: PermitOptions,
	): Promise<PermitResult> {
		if (cancellation.isStopped) return { kind: 'cancelled' };
		if (flow.gaveUp !== undefined && flow.gaveUp.at > this.lastAcceptedAt) return flow.gaveUp;
		const now = this.clock.now();
		const waitedMsBefore = flow.waitedFor(now);
		if (this.isUnused && this.outcomes.isExpired(now)) this.outcomes.close();
		const { period } = this.outcomes;
		if (period !== undefined && !idempotent) {
			if (flow.uncertain?.period !== period) flow.uncertain = { period, waitedMsBefore };
			if (flow.uncertain.gaveUp !== undefined) return flow.uncertain.gaveUp;
		}
		this.lastUsedAt = now;
		if (this.isUnused && retryAt === undefined) this.expireBreaker(now);
		// The service counts requests per token, so the lowest limit of all credentials applies until
		// the queue is empty.
		const { limit } = flow;
		this.limiter.limit = this.isUnused ? limit : Math.min(this.limiter.limit, limit);
		const outage = this.breaker;
		if (outage !== undefined && flow.joined?.outage !== outage) {
			flow.joined = { outage, waitedMsBefore };
		}
		return await new Promise((resolve) => {
			const waiter: Waiter = {
				flow,
				waitsSince: isPaced ? (retryAt ?? now) : now,
				retryAt,
				wasRejected,
				idempotent,
				canRead,
				prepare,
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
		const { flow, retryAt, wasRejected } = waiter;
		flow.waiting.add(waiter);
		this.flows.add(flow);
		if (retryAt === undefined) {
			this.turns.add(flow.id, waiter, this.clock.now());
			return;
		}
		const later = this.rejected.findIndex(
			(other) =>
				(other.retryAt ?? 0) > retryAt ||
				(other.retryAt === retryAt && wasRejected && !other.wasRejected),
		);
		this.rejected.splice(later === -1 ? this.rejected.length : later, 0, waiter);
	}

	private remove(waiter: Waiter): void {
		const { flow } = waiter;
		flow.waitedFor(this.clock.now());
		flow.waiting.delete(waiter);
		this.preparations.remove(waiter);
		if (flow.waiting.size === 0) this.flows.delete(flow);
		this.turns.remove(flow.id, waiter);
		const index = this.rejected.indexOf(waiter);
		if (index !== -1) this.rejected.splice(index, 1);
	}

	/** Starts requests as long as any are waiting. Never rejects. */
	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		// Yields first, because pacing depends on the number of requests and callers may be adding
		// several.
		await Promise.resolve();
		let started = 0;
		while (this.flows.size > 0) {
			const now = this.clock.now();
			this.giveUp(now);
			const isHeld = this.outcomes.msUntilNext(now) > 0;
			const mayStart = (waiter: Waiter) => !isHeld || waiter.idempotent;
			this.prepare(now, mayStart);
			let due = isHeld ? this.turns.count(mayStart) : this.turns.size;
			for (const waiter of this.rejected) {
				if (!isDue(waiter, now)) break;
				if (mayStart(waiter)) due += 1;
			}
			const others = due - 1 + this.upcoming;
			const waitMs = due === 0 ? this.msUntilDue(now) : this.msUntilPermit(others);
			if (waitMs > 0) {
				await this.sleep(Math.min(maxSleepMs, Math.ceil(waitMs)));
				started = 0;
				continue;
			}
			const waiter = this.next(now, (one) => isReady(one) && mayStart(one));
			if (waiter === undefined) {
				await this.sleep(Math.min(maxSleepMs, Math.ceil(this.msUntilDue(now))));
				continue;
			}
			if (!waiter.idempotent && this.outcomes.isReadNeeded && waiter.canRead()) {
				this.outcomes.readStarted(now);
				waiter.settle({ kind: 'readFirst', end: waiter.flow.start(this.clock) });
				continue;
			}
			const request = this.limiter.acquire(now, others);
			this.breaker?.permitted(request);
			if (!waiter.idempotent) this.outcomes.permitted(request);
			this.inFlight += 1;
			const endInFlow = waiter.flow.start(this.clock);
			waiter.settle({
				kind: 'granted',
				onWritten: () => {
					this.outcomes.written(request, this.clock.now());
					void this.stamp(request);
				},
				end: (end) => {
					endInFlow();
					this.end(request, end, waiter.idempotent);
				},
			});
			started = (started + 1) % maxConsecutiveStarts;
			if (started === 0) await this.clock.sleep(0);
		}
		this.isRunning = false;
	}

	/**
	 * Returns the request to start next. Rejected requests go first. While the breaker is open, every
	 * second test is a request that wasn't rejected. Otherwise, a request that is always rejected
	 * would keep all others from testing the service.
	 */
	private next(now: number, mayStart: (waiter: Waiter) => boolean): Waiter | undefined {
		const rejected = this.rejected.find((waiter) => isDue(waiter, now) && mayStart(waiter));
		const isOpen = this.breaker?.isOpen === true;
		const other =
			rejected === undefined || (isOpen && this.wasLastTestRejectedBefore)
				? this.turns.next(now, mayStart)
				: undefined;
		const waiter = other ?? rejected;
		if (waiter !== undefined) this.wasLastTestRejectedBefore = waiter === rejected;
		return waiter;
	}

	/**
	 * Prepares requests before their turns: always the next one, and others while the service
	 * accepts requests.
	 */
	private prepare(now: number, mayStart: (waiter: Waiter) => boolean): void {
		const isUnprepared = (waiter: Waiter) => waiter.prepare !== undefined && mayStart(waiter);
		for (const waiter of this.rejected) {
			if (isDue(waiter, now) && isUnprepared(waiter)) void this.prepareWaiter(waiter);
		}
		const next = this.turns.peek(mayStart);
		if (next?.prepare !== undefined) void this.prepareWaiter(next);
		if (this.breaker?.isOpen === true || this.outcomes.period !== undefined) return;
		const requestsIn = (milliseconds: number) => this.limiter.requestsIn(milliseconds, now);
		while (this.preparations.mayPrepare(requestsIn)) {
			const waiter = this.turns.peek(isUnprepared);
			if (waiter === undefined) return;
			void this.prepareWaiter(waiter);
		}
	}

	private async prepareWaiter(waiter: Waiter): Promise<void> {
		const { prepare } = waiter;
		if (prepare === undefined) return;
		const from = this.clock.now();
		waiter.flow.waitedFor(from);
		waiter.prepare = undefined;
		waiter.waitsSince = Infinity;
		this.preparations.started(waiter);
		const isNeeded = await prepare();
		const now = this.clock.now();
		this.preparations.ended(now - from, isNeeded);
		waiter.waitsSince = now;
		if (!isNeeded) waiter.settle({ kind: 'notPrepared' });
		this.wake();
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
		if (outage === undefined) return;
		for (const flow of this.flows) {
			const totalMs = flow.waitedFor(now);
			// If a flow is already waiting, another rejected request doesn't restart its wait.
			if (flow.joined?.outage !== outage) {
				flow.joined = { outage, waitedMsBefore: totalMs - (now - outage.since) };
			}
			const waitedMs = totalMs - flow.joined.waitedMsBefore;
			if (!outage.isOpen || waitedMs < outage.patienceMs) continue;
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
			if ([...flow.waiting].every(({ idempotent }) => idempotent)) continue;
			const totalMs = flow.waitedFor(now);
			if (flow.uncertain?.period !== period) {
				flow.uncertain = { period, waitedMsBefore: totalMs - (now - period.since) };
			}
			const waitedMs = totalMs - flow.uncertain.waitedMsBefore;
			if (waitedMs < patienceMs) continue;
			flow.uncertain.gaveUp = { kind: 'gaveUpTesting', waitedMs };
			for (const waiter of flow.waiting) {
				if (!waiter.idempotent) waiter.settle(flow.uncertain.gaveUp);
			}
		}
	}

	/** Ends early if the result of a request may allow the next request to start. */
	private async sleep(milliseconds: number): Promise<void> {
		const from = this.clock.now();
		const woken = new Promise<void>((resolve) => {
			this.wake = resolve;
		});
		await Promise.race([this.clock.sleep(milliseconds), woken]);
		const now = this.clock.now();
		// An outage isn't rate limiting, so waits during an outage don't count as such.
		const isUncertain = this.outcomes.period !== undefined;
		for (const { waiting, throttledTime } of this.flows) {
			const counted = [...waiting].filter(({ idempotent }) => idempotent || !isUncertain);
			const since = Math.min(...counted.map(({ waitsSince }) => waitsSince));
			if (throttledTime) addTime(throttledTime, Math.max(from, since), now);
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
				// Any response other than a 429 shows that the request passed the service's rate limiter.
				this.breaker = undefined;
				this.limiter.accepted();
				break;
			case 'rejected':
				this.limiter.rejected(request, now);
				this.breaker ??= new RateLimitBreaker(this.timing, now);
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
		// The next request may now be due earlier.
		if (wasOpen || end.kind === 'notSent') this.wake();
	}

	/** Waits for the iteration of the event loop in which Node.js writes the request. */
	private async stamp(request: LoggedRequest): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		request.writtenAt = this.clock.now();
	}
}

function isDue({ retryAt }: Waiter, now: number): boolean {
	return retryAt !== undefined && retryAt <= now;
}

function isReady({ waitsSince, prepare }: Waiter): boolean {
	return prepare === undefined && waitsSince < Infinity;
}
