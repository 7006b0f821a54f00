import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';

const minuteMs = 60_000;

/**
 * Limits how far searches get ahead of messages, because contacts can change before their message
 * is sent.
 */
export class SearchAhead {
	/** The number of contacts that are being searched for or wait for their first message. */
	private ahead = 0;

	private firstEndAt: number | undefined;

	/** When contacts were finished during the last minute. The oldest time comes first. */
	private readonly recentEnds: number[] = [];

	private wake: () => void = () => undefined;

	constructor(
		private readonly clock: Clock,
		private readonly cancellation: CancellationToken,
	) {}

	/** @param perMinute the number of contacts that can be found and messaged in a minute */
	mayStart(perMinute: number): boolean {
		const now = this.clock.now();
		this.removeOldEnds(now);
		const isMeasured = this.firstEndAt !== undefined && now - this.firstEndAt >= minuteMs;
		// After the first minute, the number of contacts finished in the last minute is a limit, too.
		const pace = isMeasured ? Math.min(perMinute, this.recentEnds.length) : perMinute;
		return this.ahead < Math.max(1, pace);
	}

	start(): void {
		this.ahead += 1;
	}

	/**
	 * Resolves at the next call of `end`, or when the execution is stopped. Supports only one caller
	 * at a time.
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

	/** Must be called if a contact wasn't found, or when its first message is done. */
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
