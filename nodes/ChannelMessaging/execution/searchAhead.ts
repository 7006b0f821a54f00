import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';

const minuteMs = 60_000;

/** Contacts can change before their message, so don't search too far ahead. */
export class SearchAhead {
	/** Contacts that are being searched for or wait for their first message. */
	private ahead = 0;

	private firstEndAt: number | undefined;

	/** Contacts finished in the last minute, oldest first. */
	private readonly recentEnds: number[] = [];

	private wake: () => void = () => undefined;

	constructor(
		private readonly clock: Clock,
		private readonly cancellation: CancellationToken,
	) {}

	/** @param perMinute contacts that can be found and messaged in a minute */
	mayStart(perMinute: number): boolean {
		const now = this.clock.now();
		this.removeOldEnds(now);
		const isMeasured = this.firstEndAt !== undefined && now - this.firstEndAt >= minuteMs;
		// After a minute, keep to the pace of the last one, too.
		const pace = isMeasured ? Math.min(perMinute, this.recentEnds.length) : perMinute;
		return this.ahead < Math.max(1, pace);
	}

	start(): void {
		this.ahead += 1;
	}

	/** Next `end`, or when the execution is stopped. One caller at a time. */
	async untilEnd(): Promise<void> {
		await new Promise<void>((resolve) => {
			const removeListener = this.cancellation.onStop(resolve);
			this.wake = () => {
				removeListener();
				resolve();
			};
		});
	}

	/** Call if a contact wasn't found, or when its first message is done. */
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
