import type { Clock } from '../scheduling/clock';
import type { MessageCounts } from './messageCounts';

/** Exceeds the time for which a busy process blocks its event loop. */
const maxPauseMs = 60_000;

/**
 * Measures how fast one attempt sends messages. Contact searches before the first message, skipped
 * messages, and those of earlier attempts don't count.
 */
export class DeliveryRate {
	private done = 0;

	private failed = 0;

	/** Without the time during which the machine slept. */
	private elapsedMs = 0;

	private elapsedAtLatestMs = 0;

	/** `undefined` before the first delivery. */
	private countedUntil: number | undefined;

	constructor(private readonly clock: Clock) {}

	/** Must be called before each delivery. Only the first call has an effect. */
	start(): void {
		this.countedUntil ??= this.clock.now();
	}

	/** Must be called after each delivery, but not for what an earlier attempt did. */
	add({ done, failed }: MessageCounts): void {
		this.countTime();
		if (done + failed === 0) return;
		this.elapsedAtLatestMs = this.elapsedMs;
		this.done += done;
		this.failed += failed;
	}

	/**
	 * Must be called several times a minute, because a longer pause means that the machine slept.
	 */
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

	/** Returns the rate until now, or `undefined` if the time is too short. */
	current(minElapsedMs: number): string | undefined {
		return this.elapsedMs < minElapsedMs ? undefined : perSecond(this.done, this.elapsedMs);
	}

	/**
	 * Returns the rate until the latest delivery, or `undefined` if the time is too short or only one
	 * message is sent.
	 */
	final(minElapsedMs: number): string | undefined {
		return this.done < 2 || this.elapsedAtLatestMs < minElapsedMs
			? undefined
			: perSecond(this.done, this.elapsedAtLatestMs);
	}

	/** Returns `undefined` before the first message. */
	secondsFor(messageCount: number): number | undefined {
		const ended = this.done + this.failed;
		return ended === 0 ? undefined : Math.ceil(((messageCount / ended) * this.elapsedMs) / 1_000);
	}
}

function perSecond(count: number, elapsedMs: number): string {
	return ((count / elapsedMs) * 1_000).toFixed(1);
}
