import type { Clock } from '../scheduling/clock';
import type { MessageCounts } from './messageCounts';

/**
 * A longer gap between measurements means that the machine was asleep, because not even a busy
 * event loop blocks for this long.
 */
const maxPauseMs = 60_000;

/** The current rate isn't shown before this time, because the initial burst would distort it. */
const minCurrentMs = 5_000;

/** The final rate is shown only if the deliveries took at least this long. */
const minFinalMs = 1_000;

/**
 * Measures how fast an attempt sends messages, excluding searches before the first message, skipped
 * messages, and earlier attempts.
 */
export class DeliveryRate {
	private done = 0;

	private failed = 0;

	/** The elapsed time, excluding the time during which the machine was asleep. */
	private elapsedMs = 0;

	private elapsedAtLatestMs = 0;

	/** Set when the first delivery starts. */
	private countedUntil: number | undefined;

	constructor(private readonly clock: Clock) {}

	/** Must be called before each delivery. Only the first call has an effect. */
	start(): void {
		this.countedUntil ??= this.clock.now();
	}

	/** Must be called after each delivery, unless an earlier attempt completed the delivery. */
	add({ done, failed }: MessageCounts): void {
		this.countTime();
		if (done + failed === 0) return;
		this.elapsedAtLatestMs = this.elapsedMs;
		this.done += done;
		this.failed += failed;
	}

	/** Must be called several times a minute because longer gaps are treated as sleep. */
	countTime(): void {
		if (this.countedUntil === undefined) return;
		const now = this.clock.now();
		const pauseMs = now - this.countedUntil;
		if (pauseMs <= maxPauseMs) this.elapsedMs += pauseMs;
		this.countedUntil = now;
	}

	get hasStarted(): boolean {
		return this.countedUntil !== undefined;
	}

	/** Returns the rate in messages per second, or `undefined` during the first seconds. */
	get current(): string | undefined {
		return this.elapsedMs < minCurrentMs ? undefined : perSecond(this.done, this.elapsedMs);
	}

	/**
	 * Returns the rate in messages per second up to the latest delivery, or `undefined` if fewer than
	 * two messages were sent or the time was very short.
	 */
	get final(): string | undefined {
		return this.done < 2 || this.elapsedAtLatestMs < minFinalMs
			? undefined
			: perSecond(this.done, this.elapsedAtLatestMs);
	}

	/**
	 * Estimates the time needed for more messages, in seconds. Returns `undefined` until the first
	 * message has ended.
	 */
	secondsFor(messageCount: number): number | undefined {
		const ended = this.done + this.failed;
		return ended === 0 ? undefined : Math.ceil(((messageCount / ended) * this.elapsedMs) / 1_000);
	}
}

function perSecond(count: number, elapsedMs: number): string {
	return ((count / elapsedMs) * 1_000).toFixed(1);
}
