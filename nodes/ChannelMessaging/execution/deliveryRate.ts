import type { Clock } from '../scheduling/clock';
import type { MessageCounts } from './messageCounts';

/** Longer pauses mean that the machine slept. A busy event loop blocks for less than this. */
const maxPauseMs = 60_000;

/**
 * Measures how fast one attempt sends messages. Doesn't count the contact searches before the first
 * message, skipped messages, or messages of earlier attempts.
 */
export class DeliveryRate {
	private done = 0;

	private failed = 0;

	/** Excludes time during which the machine slept. */
	private elapsedMs = 0;

	private elapsedAtLatestMs = 0;

	/** `undefined` before the first delivery. */
	private countedUntil: number | undefined;

	constructor(private readonly clock: Clock) {}

	/** Must be called before each delivery. Calls after the first have no effect. */
	start(): void {
		this.countedUntil ??= this.clock.now();
	}

	/**
	 * Must be called after each delivery, except for deliveries that an earlier attempt completed.
	 */
	add({ done, failed }: MessageCounts): void {
		this.countTime();
		if (done + failed === 0) return;
		this.elapsedAtLatestMs = this.elapsedMs;
		this.done += done;
		this.failed += failed;
	}

	/**
	 * Must be called several times a minute, so that a pause of over a minute means the machine
	 * slept.
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

	/** Returns the current rate per second, or `undefined` before `minElapsedMs` have passed. */
	current(minElapsedMs: number): string | undefined {
		return this.elapsedMs < minElapsedMs ? undefined : perSecond(this.done, this.elapsedMs);
	}

	/**
	 * Returns the rate per second up to the latest delivery. Returns `undefined` if fewer than two
	 * messages were sent, or if they took less than `minElapsedMs`.
	 */
	final(minElapsedMs: number): string | undefined {
		return this.done < 2 || this.elapsedAtLatestMs < minElapsedMs
			? undefined
			: perSecond(this.done, this.elapsedAtLatestMs);
	}

	/**
	 * Estimates the time for more messages. Returns `undefined` before the first message has ended.
	 */
	secondsFor(messageCount: number): number | undefined {
		const ended = this.done + this.failed;
		return ended === 0 ? undefined : Math.ceil(((messageCount / ended) * this.elapsedMs) / 1_000);
	}
}

function perSecond(count: number, elapsedMs: number): string {
	return ((count / elapsedMs) * 1_000).toFixed(1);
}
