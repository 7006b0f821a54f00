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
	/** Whether the request already had its turn and therefore goes ahead of others. */
	hadTurn?: boolean;
	/** Called when the request's turn comes. If this returns `false`, the request gets no permit. */
	isDue?: Waiter['isDue'];
}

/**
 * Simulates a `RateLimitedQueue` in virtual time. Assumes that the service never fails and that no
 * other execution sends requests.
 */
export class VirtualRateLimitedQueue {
	private readonly limiter: RateLimiter;

	private readonly waiting: Waiter[] = [];

	/** Waiting requests that already had their turn. */
	private readonly returned: Waiter[] = [];

	private wakesAt = Infinity;

	/** @param upcoming returns how many requests will be added after the waiting ones */
	constructor(
		private readonly time: VirtualTime,
		bucket: RateLimitBucket,
		limit: number,
		private readonly upcoming: () => number = () => 0,
	) {
		this.limiter = new RateLimiter(limit, timings[bucket]);
	}

	/** Returns `false` if the request got no permit because it wasn't due. */
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
