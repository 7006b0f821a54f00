import type { CancellationToken } from '../scheduling/cancellation';
import type { Clock } from '../scheduling/clock';
import { exponentialBackoff, retryAfterDelay } from './backoff';
import { FairQueue, Flow } from './fairQueue';
import { type LoggedRequest, type Rate, RateLimiter } from './rateLimiter';

/** Milliseconds: long waits are sliced, so that nothing sleeps on for long when nobody waits. */
const maxSleepMs = 500;

/**
 * How long a refused call waits in all, or everybody while all is refused, in milliseconds: less
 * where the service doesn't say when to come back.
 */
const maxWaitMs = { asked: 15 * 60_000, unasked: 2 * 60_000 } as const;

/** How many calls may start before the event loop goes round: each costs n8n a few milliseconds. */
const maxConsecutiveStarts = 4;

/**
 * How long an unused queue is kept, in milliseconds: longer than a request can take (an hour, the
 * maximum timeout), than a queue pauses (15 minutes), and than its log and its adaptive limit matter
 * (25 windows of a minute).
 */
export const maxIdleMs = 2 * 3_600_000;

/** Retry-After has whole seconds: less than so much more than a window, in milliseconds, is a window. */
const headerResolutionMs = 1_000;

/** Leave to make one call. Whoever got it tells the queue what became of the call. */
export interface Permit {
	/** The call is being handed to the system for its connection. */
	onWritten(): void;
	/** The call isn't made after all: another one may leave in its place at once. */
	release(): void;
	/** The service took the call: anything but a 429. */
	accepted(): void;
	/**
	 * The service refused the call with 429, `waited` after it first did so, and asked for a wait.
	 * Gives the wait until another permit may be asked for, all in milliseconds; undefined where the
	 * call has waited for too long, or the queue turns everybody away.
	 */
	refused(asked: number | undefined, waited: number): number | undefined;
}

/**
 * Why there is none: the execution was stopped, the service refuses everything for too long, or the
 * queue itself threw.
 */
type NoPermit = 'cancelled' | 'refused' | Error;

/** The calls of one execution: executions take turns, whichever has how many calls waiting. */
export interface QueueFlow {
	/** Resolves when the call may leave: a retry before the flow's others. A stop ends the wait. */
	permit(stop: CancellationToken, isRetry: boolean): Promise<Permit | NoPermit>;
	/** For how long its calls waited; to be told of their waits after refusals. */
	readonly time: Stopwatch;
}

export interface FlowOptions {
	/** The limit of the flow's credential; that of the queue if left out. */
	limit?: number;
	/** Adds up for how long the calls wait. */
	time?: Stopwatch;
}

interface Waiter {
	readonly time: Stopwatch;
	readonly since: number;
	settle(permit: Permit | NoPermit): void;
}

/** Where calls wait for one rate limit: an execution's own in their order, executions by turns. */
export class RateLimitedQueue {
	private readonly limiter: RateLimiter;

	private readonly waiting = new FairQueue<Waiter>();

	private isRunning = false;

	/** Ends the sleep until there is room. */
	private wake: () => void = () => undefined;

	/** Rounds of refusals with nothing taken in between, and when they began; and the latest of all. */
	private readonly refusals = { rounds: 0, since: 0, latest: -Infinity };

	/** Until then calls are turned away at once. */
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

	/** The rate that applies now: the lowest of the credentials in use. */
	get rate(): Rate {
		return { ...this.initialRate, limit: this.sharedLimit.at(this.clock.now()) };
	}

	/** Whether the queue can be discarded: no request is waiting, and its state no longer matters. */
	get isIdle(): boolean {
		return this.waiting.size === 0 && this.clock.now() - this.lastUsedAt >= maxIdleMs;
	}

	/** Milliseconds until the next call may leave, whoever makes it. */
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
			permit: async (stop, isRetry) => {
				if (stop.isCancelled) return 'cancelled';
				const since = this.clock.now();
				this.lastUsedAt = since;
				if (since < this.closedUntil) return 'refused';
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
					const stay = stop.onCancel(() => {
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

	/** Issues permits until nobody waits. Never rejects. */
	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		try {
			// Calls that come together are seen together: how many there are decides how they leave.
			await Promise.resolve();
			let started = 0;
			while (this.waiting.size > 0) {
				const now = this.clock.now();
				const wait = this.limiter.msUntilNext(now);
				if (wait > 0) {
					await this.sleep(Math.min(maxSleepMs, Math.ceil(wait)));
					started = 0;
					continue;
				}
				const call = this.limiter.acquire(now, this.waiting.size - 1);
				this.waiting.next()?.settle(this.permitFor(call));
				started = (started + 1) % maxConsecutiveStarts;
				if (started === 0) await this.yieldAfterBurst();
			}
			this.limiter.idle();
		} catch (error) {
			// The requests were never sent. The next one starts the loop again.
			this.turnAway(error instanceof Error ? error : new Error(String(error)));
		} finally {
			this.isRunning = false;
		}
	}

	/** Lets the event loop process other work. */
	private async yieldAfterBurst(): Promise<void> {
		await this.clock.sleep(0);
	}

	private turnAway(reason: 'refused' | Error): void {
		while (this.waiting.size > 0) this.waiting.next()?.settle(reason);
	}

	/** Sleeps until a call makes room for another, and no longer than that many milliseconds. */
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

	private permitFor(call: LoggedRequest): Permit {
		return {
			onWritten: () => void this.stamp(call),
			release: () => {
				this.lastUsedAt = this.clock.now();
				this.limiter.release(call);
				this.wake();
			},
			accepted: () => {
				this.lastUsedAt = this.clock.now();
				this.refusals.rounds = 0;
				this.limiter.accepted();
			},
			refused: (asked, waited) => this.refuse(call, asked, waited),
		};
	}

	/** A call is written to its connection only when the event loop goes round, after its burst. */
	private async stamp(call: LoggedRequest): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		call.writtenAt = this.clock.now();
	}

	/**
	 * A call that is refused among others that are taken waits alone. All calls wait where nothing was
	 * taken since the last refusals, or the service asks for more than a window: that is a penalty.
	 */
	private refuse(
		call: LoggedRequest,
		asked: number | undefined,
		waited: number,
	): number | undefined {
		const now = this.clock.now();
		const { refusals } = this;
		this.lastUsedAt = now;
		this.limiter.rejected(call, now);
		// Calls that were under way together are refused together: one round, not many.
		if (call.permittedAt >= refusals.latest) {
			if (refusals.rounds === 0) refusals.since = now;
			refusals.rounds += 1;
			refusals.latest = now;
		}
		const random = this.random();
		const backoff = exponentialBackoff(Math.max(1, refusals.rounds), random);
		const wait = asked === undefined ? backoff : retryAfterDelay(asked, random);
		const least = asked ?? wait;
		const longest = asked === undefined ? maxWaitMs.unasked : maxWaitMs.asked;
		// A service that asks for hours is asked again all the same, more and more seldom.
		const until = now + (least > longest ? backoff : wait);
		const isPenalty = (asked ?? 0) >= this.rate.windowMilliseconds + headerResolutionMs;
		const isRepeated = refusals.rounds > 1;
		if (isRepeated || isPenalty) this.limiter.pause(until);
		if (isRepeated && now + least - refusals.since > longest) {
			// Nobody waits any longer, nor begins to before the service is due to be asked again.
			if (least <= longest) this.closedUntil = until;
			this.turnAway('refused');
			return undefined;
		}
		return waited + least > longest ? undefined : wait;
	}
}

/** Adds up the time in which any one call of a run waited; where several did, it counts once. */
export class Stopwatch {
	milliseconds = 0;

	private countedUntil = -Infinity;

	/** Adds a time that ends now. */
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
 * that are queued or were sent recently. Their requests count against the same limit of the service.
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

	/** Returns the limit that applies now. */
	at(now: number): number {
		for (const [limit, { queued, lastUsedAt }] of this.uses) {
			const isInUse = queued > 0 || now - lastUsedAt < limitRetentionMs;
			// The last one stays, so that an idle queue keeps its limit.
			if (!isInUse && this.uses.size > 1) this.uses.delete(limit);
		}
		return this.uses.size === 0 ? this.initial : Math.min(...this.uses.keys());
	}
}
