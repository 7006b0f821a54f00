import type { CancellationToken } from '../scheduling/cancellation';
import type { Clock } from '../scheduling/clock';
import { exponentialBackoff, retryAfterDelay } from './backoff';
import { FairQueue, Flow } from './fairQueue';
import { type LoggedRequest, type Rate, RateLimiter } from './rateLimiter';

/**
 * The maximum duration of one sleep, in milliseconds. Longer waits are split, so that timers don't
 * outlive their requests for long.
 */
const maxSleepMs = 500;

/**
 * The maximum total wait after 429s, in milliseconds, for one request or for all requests while the
 * service accepts none. Shorter if the service sends no `Retry-After`.
 */
const maxWaitMs = { withHeader: 15 * 60_000, withoutHeader: 2 * 60_000 } as const;

/**
 * The number of starts before a yield to the event loop. Each start takes n8n a few milliseconds.
 */
const maxConsecutiveStarts = 4;

/**
 * How long an unused queue is kept, in milliseconds. Exceeds the maximum timeout of a request (an
 * hour), the maximum pause (15 minutes), and the retention time of the log (25 windows of a
 * minute).
 */
export const maxIdleMs = 2 * 3_600_000;

/**
 * The resolution of `Retry-After`. Because of rounding, the wait for the next window can exceed the
 * length of a window by less than this.
 */
const headerResolutionMs = 1_000;

/** Permission to send one request. The holder must report the result. */
export interface Permit {
	/** Reports that the request is about to be written to its connection. */
	onWritten(): void;
	/** Releases an unused permit, so that another request can be sent immediately. */
	release(): void;
	/** Reports that the service responded with a status other than 429. */
	accepted(): void;
	/**
	 * Reports a 429. Returns the delay before requesting another permit, in milliseconds, or
	 * `undefined` if the maximum wait is exceeded, for this request or for all requests.
	 *
	 * @param retryAfterMs the wait from `Retry-After` in milliseconds, if the service sent one
	 * @param waitedMs the time since the request's first 429, in milliseconds
	 */
	rejected(retryAfterMs: number | undefined, waitedMs: number): number | undefined;
}

/**
 * The reason why a request gets no permit: the execution was stopped, the service has accepted no
 * request for too long, or the queue failed with an error.
 */
type NoPermit = 'cancelled' | 'rejected' | Error;

/** The requests of one execution. Executions take turns, regardless of how many requests wait. */
export interface QueueFlow {
	/**
	 * Resolves with a permit when the request may be sent, or with the reason why it won't be sent.
	 * Retries go ahead of the flow's other requests.
	 */
	permit(cancellation: CancellationToken, isRetry: boolean): Promise<Permit | NoPermit>;
	/** The time that requests spent waiting. Callers add the delays after 429s. */
	readonly time: Stopwatch;
}

export interface FlowOptions {
	/** The limit of the flow's credential. Defaults to the initial limit of the queue. */
	limit?: number;
	/** Measures the time that requests spend waiting. */
	time?: Stopwatch;
}

interface Waiter {
	readonly time: Stopwatch;
	readonly since: number;
	settle(permit: Permit | NoPermit): void;
}

/**
 * The queue of one rate limit. Executions take turns, and each execution's requests are sent in
 * order, except that retries go first.
 */
export class RateLimitedQueue {
	private readonly limiter: RateLimiter;

	private readonly waiting = new FairQueue<Waiter>();

	private isRunning = false;

	/** Ends the current sleep early. */
	private wake: () => void = () => undefined;

	/**
	 * Rounds of 429s without an accepted request in between: their number, when the first one
	 * started, and when the latest round of all started.
	 */
	private readonly rejections = { rounds: 0, since: 0, latest: -Infinity };

	/** Until this time, the queue rejects new requests immediately. */
	private closedUntil = -Infinity;

	private readonly sharedLimit: SharedLimit;

	private lastUsedAt: number;

	constructor(
		private readonly initialRate: Rate,
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.sharedLimit = new SharedLimit(initialRate.limit);
		this.lastUsedAt = clock.now();
		this.limiter = new RateLimiter(() => this.rate);
	}

	/** The rate with the lowest limit of the credentials in use. */
	get rate(): Rate {
		return { ...this.initialRate, limit: this.sharedLimit.at(this.clock.now()) };
	}

	/** Whether the queue can be discarded: no request is waiting, and its state no longer matters. */
	get isIdle(): boolean {
		return this.waiting.size === 0 && this.clock.now() - this.lastUsedAt >= maxIdleMs;
	}

	/** Returns the milliseconds until the next request of any execution may be sent. */
	msUntilNext(): number {
		const now = this.clock.now();
		return Math.max(this.limiter.msUntilNext(now), this.closedUntil - now);
	}

	openFlow({
		limit = this.initialRate.limit,
		time = new Stopwatch(),
	}: FlowOptions = {}): QueueFlow {
		const flow = new Flow<Waiter>();
		return {
			permit: async (cancellation, isRetry) => {
				if (cancellation.isStopped) return 'cancelled';
				const since = this.clock.now();
				this.lastUsedAt = since;
				if (since < this.closedUntil) return 'rejected';
				return await new Promise((resolve) => {
					const waiter: Waiter = {
						time,
						since,
						settle: (permit) => {
							stay();
							this.lastUsedAt = this.clock.now();
							this.sharedLimit.dequeued(limit, this.lastUsedAt);
							resolve(permit);
						},
					};
					const stay = cancellation.onStop(() => {
						this.waiting.remove(flow, waiter);
						waiter.settle('cancelled');
					});
					this.sharedLimit.queued(limit, since);
					this.waiting.add(flow, waiter, isRetry);
					void this.run();
				});
			},
			time,
		};
	}

	/** Issues permits until no request is waiting. Never rejects. */
	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		try {
			// Waits for requests that are added in the same tick, because pacing depends on their number.
			await Promise.resolve();
			let started = 0;
			while (this.waiting.size > 0) {
				const now = this.clock.now();
				const waitMs = this.limiter.msUntilNext(now);
				if (waitMs > 0) {
					await this.sleep(Math.min(maxSleepMs, Math.ceil(waitMs)));
					started = 0;
					continue;
				}
				const request = this.limiter.acquire(now, this.waiting.size - 1);
				this.waiting.next()?.settle(this.permitFor(request));
				started = (started + 1) % maxConsecutiveStarts;
				if (started === 0) await this.yieldAfterBurst();
			}
			this.limiter.idle();
		} catch (error) {
			// The requests were never sent. The next one starts the loop again.
			this.rejectAll(error instanceof Error ? error : new Error(String(error)));
		} finally {
			this.isRunning = false;
		}
	}

	/** Yields to the event loop, so that n8n can process other work. */
	private async yieldAfterBurst(): Promise<void> {
		await this.clock.sleep(0);
	}

	private rejectAll(reason: 'rejected' | Error): void {
		while (this.waiting.size > 0) this.waiting.next()?.settle(reason);
	}

	/**
	 * Sleeps for the duration, or until an unused permit is released. Adds the time to the
	 * stopwatches.
	 */
	private async sleep(milliseconds: number): Promise<void> {
		const from = this.clock.now();
		const woken = new Promise<void>((resolve) => {
			this.wake = resolve;
		});
		await Promise.race([this.clock.sleep(milliseconds), woken]);
		for (const { items } of this.waiting.flows) {
			const since = Math.min(...items.map((waiter) => waiter.since));
			items[0]?.time.add(Math.max(from, since), this.clock.now());
		}
	}

	private permitFor(request: LoggedRequest): Permit {
		return {
			onWritten: () => void this.stamp(request),
			release: () => {
				this.lastUsedAt = this.clock.now();
				this.limiter.release(request);
				this.wake();
			},
			accepted: () => {
				this.lastUsedAt = this.clock.now();
				this.rejections.rounds = 0;
				this.limiter.accepted();
			},
			rejected: (retryAfterMs, waitedMs) => this.handleRejection(request, retryAfterMs, waitedMs),
		};
	}

	/**
	 * Sets the time of writing. A request is written only after its burst yields to the event loop.
	 */
	private async stamp(request: LoggedRequest): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		request.writtenAt = this.clock.now();
	}

	/**
	 * Handles a 429. If other requests are accepted, only the rejected request waits. All requests
	 * wait if none was accepted since the previous round of 429s, or if the service asks for a wait
	 * longer than a window, which is a penalty.
	 */
	private handleRejection(
		request: LoggedRequest,
		retryAfterMs: number | undefined,
		waitedMs: number,
	): number | undefined {
		const now = this.clock.now();
		const { rejections } = this;
		this.lastUsedAt = now;
		this.limiter.rejected(request, now);
		// 429s to concurrent requests are one round.
		if (request.permittedAt >= rejections.latest) {
			if (rejections.rounds === 0) rejections.since = now;
			rejections.rounds += 1;
			rejections.latest = now;
		}
		const random = this.random();
		const backoff = exponentialBackoff(Math.max(1, rejections.rounds), random);
		const waitMs = retryAfterMs === undefined ? backoff : retryAfterDelay(retryAfterMs, random);
		const minDelayMs = retryAfterMs ?? waitMs;
		const maxDelayMs = retryAfterMs === undefined ? maxWaitMs.withoutHeader : maxWaitMs.withHeader;
		// If the service asks for a wait over the maximum, retries use exponential backoff instead.
		const until = now + (minDelayMs > maxDelayMs ? backoff : waitMs);
		const isPenalty = (retryAfterMs ?? 0) >= this.rate.windowMs + headerResolutionMs;
		const isRepeated = rejections.rounds > 1;
		if (isRepeated || isPenalty) this.limiter.pause(until);
		if (isRepeated && now + minDelayMs - rejections.since > maxDelayMs) {
			// Rejects all waiting requests, and new ones until the next attempt is due.
			if (minDelayMs <= maxDelayMs) this.closedUntil = until;
			this.rejectAll('rejected');
			return undefined;
		}
		return waitedMs + minDelayMs > maxDelayMs ? undefined : waitMs;
	}
}

/** Measures how long requests of an execution waited. Overlapping waits count once. */
export class Stopwatch {
	milliseconds = 0;

	private countedUntil = -Infinity;

	/** Adds the time between `from` and `now`, except for time that was already counted. */
	add(from: number, now: number): void {
		this.milliseconds += Math.max(0, now - Math.max(from, this.countedUntil));
		this.countedUntil = Math.max(this.countedUntil, now);
	}
}

/** How long a credential's limit applies after its last request, in milliseconds. */
export const limitRetentionMs = 60_000;

interface Use {
	queued: number;
	lastUsedAt: number;
}

/**
 * The limit that applies to all credentials with the same token: the lowest of those with requests
 * that are queued or were sent recently. Their requests count against the same limit of the
 * service.
 */
export class SharedLimit {
	private readonly uses = new Map<number, Use>();

	/** @param initial applies until the first request */
	constructor(private readonly initial: number) {}

	/** Must be called when a request with the limit is queued. */
	queued(limit: number, now: number): void {
		const use = this.uses.get(limit) ?? { queued: 0, lastUsedAt: now };
		this.uses.set(limit, { queued: use.queued + 1, lastUsedAt: now });
	}

	/** Must be called when a queued request with the limit is sent, or never will be. */
	dequeued(limit: number, now: number): void {
		const { queued } = this.uses.get(limit) ?? { queued: 1 };
		this.uses.set(limit, { queued: queued - 1, lastUsedAt: now });
	}

	/** Returns the lowest limit of the credentials in use. */
	at(now: number): number {
		for (const [limit, { queued, lastUsedAt }] of this.uses) {
			const isInUse = queued > 0 || now - lastUsedAt < limitRetentionMs;
			// The last one stays, so that an idle queue keeps its limit.
			if (!isInUse && this.uses.size > 1) this.uses.delete(limit);
		}
		return this.uses.size === 0 ? this.initial : Math.min(...this.uses.keys());
	}
}
