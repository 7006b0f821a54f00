import { RateLimiter } from '../rateLimit/rateLimiter';
import { timings } from '../rateLimit/windowsAndPatience';
import type { RateLimitBucket } from '../rateLimit/rateLimitBucket';
import type { Process, VirtualTime } from './virtualTime';

interface Waiter {
	isDue(): boolean;
	isGranted: boolean;
	resume(): void;
}

interface PermitOptions {
	/** Whether the request goes ahead of others because it already had its turn. */
	hadTurn?: boolean;
	/** Called when it is the request's turn. A request that isn't due gets no permit. */
	isDue?: Waiter['isDue'];
}

/**
 * A `RateLimitedQueue` in virtual time. Assumes that the service never fails and that nothing else
 * uses it.
 */
export class VirtualRateLimitedQueue {
	private readonly limiter: RateLimiter;

	private readonly waiting: Waiter[] = [];

	/** Requests that already had their turn. */
	private readonly returned: Waiter[] = [];

	private wakesAt = Infinity;

	/** @param upcoming returns how many requests will follow the waiting ones */
	constructor(
		private readonly time: VirtualTime,
		bucket: RateLimitBucket,
		limit: number,
		private readonly upcoming: () => number = () => 0,
	) {
		this.limiter = new RateLimiter(limit, timings[bucket]);
	}

	/** Returns whether the request got a permit because it is due. */
	*permit({ hadTurn = false, isDue = () => true }: PermitOptions = {}): Process<boolean> {
		const waiter: Waiter = { isDue, isGranted: false, resume: () => undefined };
		yield (resume) => {
			waiter.resume = resume;
			(hadTurn ? this.returned : this.waiting).push(waiter);
			this.wakeAfter(0);
		};
		return waiter.isGranted;
	}

	private wakeAfter(milliseconds: number): void {
		const at = this.time.now() + milliseconds;
		if (at >= this.wakesAt) return;
		this.wakesAt = at;
		this.time.after(milliseconds, () => {
			if (this.wakesAt !== at) return;
			this.wakesAt = Infinity;
			this.grant();
		});
	}

	private grant(): void {
		const now = this.time.now();
		for (;;) {
			const others = this.returned.length + this.waiting.length - 1 + this.upcoming();
			const queue = this.returned.length > 0 ? this.returned : this.waiting;
			const [waiter] = queue;
			if (waiter === undefined) return;
			const waitMs = this.limiter.msUntilNext(now, others);
			if (waitMs > 0) {
				this.wakeAfter(Math.ceil(waitMs));
				return;
			}
			queue.shift();
			const request = this.limiter.acquire(now, others);
			waiter.isGranted = waiter.isDue();
			if (!waiter.isGranted) this.limiter.release(request);
			waiter.resume();
		}
	}
}
