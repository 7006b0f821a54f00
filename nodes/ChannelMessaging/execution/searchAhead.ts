import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';

const minuteMs = 60_000;

/**
 * Limits how many contacts of a channel are searched ahead of their messages, because a contact can
 * change until its message is sent.
 */
export class SearchAhead {
	/** The number of contacts that are being searched, or wait for their first message. */
	private ahead = 0;

	private firstEndAt: number | undefined;

	/** When contacts ended within the last minute, oldest first. */
	private readonly recentEnds: number[] = [];

	private wake: () => void = () => undefined;

	constructor(
		private readonly clock: Clock,
		private readonly cancellation: CancellationToken,
	) {}

	/**
	 * Whether another contact may be searched.
	 *
	 * @param perMinute the maximum number of contacts that can be searched and messaged in a minute
	 */
	mayStart(perMinute: number): boolean {
		const now = this.clock.now();
		this.removeOldEnds(now);
		const isMeasured = this.firstEndAt !== undefined && now - this.firstEndAt >= minuteMs;
		// After the first minute, the pace of the last minute can only be slower.
		const pace = isMeasured ? Math.min(perMinute, this.recentEnds.length) : perMinute;
		return this.ahead < Math.max(1, pace);
	}

	/** Must be called when the search for a contact starts. */
	start(): void {
		this.ahead += 1;
	}

	/**
	 * Resolves when a contact has ended, or when the execution is stopped. Only one caller may wait at
	 * a time.
	 */
	async untilEnd(): Promise<void> {
		await new Promise<void>((resolve) => {
			const removeListener = this.cancellation.onStop(resolve);
			this.wake = () => {
				removeListener();
				resolve();
			};
		});
	}

	/** Must be called when a contact wasn't found, and when its first message was or wasn't sent. */
	end(): void {
		const now = this.clock.now();
		this.firstEndAt ??= now;
		this.recentEnds.push(now);
		this.removeOldEnds(now);
		this.ahead -= 1;
		this.wake();
	}

	private removeOldEnds(now: number): void {
		let expired = 0;
		while ((this.recentEnds[expired] ?? now) <= now - minuteMs) expired += 1;
		if (expired > 0) this.recentEnds.splice(0, expired);
	}
}
