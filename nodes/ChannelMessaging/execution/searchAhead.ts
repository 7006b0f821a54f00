import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import type { DeliverableItem } from './readItems';

const minuteMs = 60_000;

/**
 * Limits how far searches get ahead of messages, because contacts can change before their message
 * is sent.
 */
export class SearchAhead {
	/** Contacts that are being searched for or are waiting for their first message. */
	private ahead = 0;

	private firstEndAt: number | undefined;

	/** The times at which contacts were finished within the last minute, oldest first. */
	private readonly recentEnds: number[] = [];

	private wake: () => void = () => undefined;

	constructor(
		private readonly clock: Pick<Clock, 'now'>,
		private readonly cancellation: CancellationToken,
	) {}

	/** @param perMinute the number of contacts that can be found and messaged in a minute */
	mayStart(perMinute: number): boolean {
		const now = this.clock.now();
		this.removeOldEnds(now);
		const isMeasured = this.firstEndAt !== undefined && now - this.firstEndAt >= minuteMs;
		// After the first minute, the number of contacts finished in the last minute is an additional
		// limit.
		const pace = isMeasured ? Math.min(perMinute, this.recentEnds.length) : perMinute;
		return this.ahead < Math.max(1, pace);
	}

	start(): void {
		this.ahead += 1;
	}

	/**
	 * Resolves on the next call to `end`, or when the execution is stopped. Supports only one caller
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

	/** Must be called when a contact's first message is done, or when the contact wasn't found. */
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

/** Returns how many contacts can be found and messaged per minute. */
export function maxAhead({
	checksOnly,
	credential,
	settings,
}: Pick<DeliverableItem & { kind: 'contact' }, 'checksOnly' | 'credential' | 'settings'>): number {
	const { contactCallsPerMinute, messagesPerSecond } = credential;
	if (checksOnly === true) return contactCallsPerMinute;
	const { messageIntervalMs = 0 } = settings;
	const messagesPerMinute = Math.min(messagesPerSecond * 60, minuteMs / messageIntervalMs);
	return Math.min(contactCallsPerMinute, Math.round(messagesPerMinute));
}
