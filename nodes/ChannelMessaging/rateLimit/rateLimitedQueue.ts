import type { CancellationToken } from '../scheduling/cancellation';
import type { Clock } from '../scheduling/clock';
import { exponentialBackoff, retryAfterDelay } from './backoff';
import { FairQueue, Flow } from './fairQueue';
import { type LoggedRequest, type Rate, RateLimiter } from './rateLimiter';

/**
 * The maximum duration of one sleep, in milliseconds. Longer waits consist of several sleeps, so
 * that no timer runs long after its request was cancelled.
 */
const maxSleepMs = 500;

/**
 * The maximum time for retries after 429 responses, in milliseconds. Depends on whether the service
 * sends a `Retry-After` header.
 */
const maxWaitMs = { withHeader: 15 * 60_000, withoutHeader: 2 * 60_000 } as const;

/**
 * The maximum number of consecutive requests before yielding to the event loop. Starting a request
 * takes n8n a few milliseconds.
 */
const maxConsecutiveStarts = 4;

/**
 * How long an unused queue is kept, in milliseconds. Exceeds all timeouts, pauses, and retention
 * times in the queue.
 */
export const maxIdleMs = 2 * 3_600_000;

/**
 * The resolution of `Retry-After` headers, in milliseconds. Because of rounding, the header can
 * request slightly more than the remaining time of a window.
 */
const headerResolutionMs = 1_000;

/** Permission to send one request. The holder must report the result of the request. */
export interface Permit {
	/** Reports that the request is about to be written to its connection. */
	onWritten(): void;
	/** Returns an unused permit, so that another request can be sent immediately. */
	release(): void;
	/** Reports that the service responded with a status other than 429. */
	accepted(): void;
	/**
	 * Reports a 429 response. Returns the delay before the next attempt, in milliseconds, or
	 * `undefined` if the maximum wait is exceeded.
	 *
	 * @param retryAfterMs the wait from `Retry-After` in milliseconds, if the service sent one
	 * @param waitedMs the time since the request's first 429 response, in milliseconds
	 */
	rejected(retryAfterMs: number | undefined, waitedMs: number): number | undefined;
}

/**
 * Why a request gets no permit. `cancelled`: the execution was stopped. `rejected`: the service has
 * accepted no requests for too long. `Error`: the queue failed.
 */
type NoPermit = 'cancelled' | 'rejected' | Error;

/**
 * The queued requests of one execution. Executions take turns, regardless of the number of their
 * requests.
 */
export interface QueueFlow {
	/**
	 * Resolves with a permit when the request may be sent, or with the reason why it must not be
	 * sent. Retries go ahead of other requests.
	 */
	permit(cancellation: CancellationToken, isRetry: boolean): Promise<Permit | NoPermit>;
	/** The total time that requests waited. Callers add the delays after 429 responses. */
	readonly time: Stopwatch;
}

export interface FlowOptions {
	/** The credential's rate limit. Defaults to the queue's initial limit. */
	limit?: number;
	time?: Stopwatch;
}

interface Waiter {
	readonly time: Stopwatch;
	readonly since: number;
	settle(permit: Permit | NoPermit): void;
}

/**
 * A queue for all requests that count against the same rate limit. Executions take turns. The
 * requests of an execution are sent in order, except that retries go first.
 */
export class RateLimitedQueue {
	private readonly limiter: RateLimiter;

	private readonly waiting = new FairQueue<Waiter>();

	private isRunning = false;

	private wake: () => void = () => undefined;

	/**
	 * Consecutive rounds of 429 responses without an accepted request. 429 responses to concurrent
	 * requests are one round. `since` is the start of the first round, and `latest` that of the last.
	 */
	private readonly rejections = { rounds: 0, since: 0, latest: -Infinity };

	/** The time until which the queue rejects all new requests. */
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

	/** The rate limit of the queue, which is the lowest limit of the credentials in use. */
	get rate(): Rate {
		return { ...this.initialRate, limit: this.sharedLimit.at(this.clock.now()) };
	}

	/** Whether the queue has been unused for long enough to be evicted. */
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
			// Waits for requests that are added in the same tick, because pacing depends on the number of
			// waiting requests.
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
			// Rejects all waiting requests after an error, so that they don't wait forever.
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
	 * Sleeps for a duration, or until an unused permit is returned. Adds the elapsed time to the wait
	 * times of the queued executions.
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
	 * Sets the time when a request was written. Node.js writes a request only when the event loop
	 * continues.
	 */
	private async stamp(request: LoggedRequest): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		request.writtenAt = this.clock.now();
	}

	/**
	 * Handles a 429 response. If the service accepts other requests, only the rejected request waits.
	 * All requests wait after two consecutive rounds of 429 responses, or after a penalty: a
	 * `Retry-After` header that exceeds a window.
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
		// 429 responses to concurrent requests count as one round.
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
		// Uses exponential backoff if the `Retry-After` header exceeds the maximum wait.
		const until = now + (minDelayMs > maxDelayMs ? backoff : waitMs);
		const isPenalty = (retryAfterMs ?? 0) >= this.rate.windowMs + headerResolutionMs;
		const isRepeated = rejections.rounds > 1;
		if (isRepeated || isPenalty) this.limiter.pause(until);
		if (isRepeated && now + minDelayMs - rejections.since > maxDelayMs) {
			// Rejects all waiting requests immediately. Also rejects new requests until the next attempt
			// is due.
			if (minDelayMs <= maxDelayMs) this.closedUntil = until;
			this.rejectAll('rejected');
			return undefined;
		}
		return waitedMs + minDelayMs > maxDelayMs ? undefined : waitMs;
	}
}

/** Measures how long the requests of an execution waited. Overlapping waits count only once. */
export class Stopwatch {
	milliseconds = 0;

	private countedUntil = -Infinity;

	/** Adds the interval from `from` to `now`, excluding time that was already counted. */
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
 * The rate limit for all credentials with the same token, whose requests the service counts
 * together. The lowest limit of the credentials in use applies. A credential is in use while it has
 * queued or recent requests.
 */
export class SharedLimit {
	private readonly uses = new Map<number, Use>();

	/** @param initial applies until the first request */
	constructor(private readonly initial: number) {}

	/**
	 * Registers a request when it is added to the queue. `limit` is the rate limit of its credential.
	 */
	queued(limit: number, now: number): void {
		const use = this.uses.get(limit) ?? { queued: 0, lastUsedAt: now };
		this.uses.set(limit, { queued: use.queued + 1, lastUsedAt: now });
	}

	/**
	 * Unregisters a request when it is sent or cancelled. `limit` is the rate limit of its
	 * credential.
	 */
	dequeued(limit: number, now: number): void {
		const { queued } = this.uses.get(limit) ?? { queued: 1 };
		this.uses.set(limit, { queued: queued - 1, lastUsedAt: now });
	}

	/** Returns the lowest limit of the credentials in use. */
	at(now: number): number {
		for (const [limit, { queued, lastUsedAt }] of this.uses) {
			const isInUse = queued > 0 || now - lastUsedAt < limitRetentionMs;
			// Never removes the last limit, so that an idle queue still has a limit.
			if (!isInUse && this.uses.size > 1) this.uses.delete(limit);
		}
		return this.uses.size === 0 ? this.initial : Math.min(...this.uses.keys());
	}
}
