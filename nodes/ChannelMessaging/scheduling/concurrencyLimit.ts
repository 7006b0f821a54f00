import type { Clock } from './clock';

/**
 * A whole window's worth of contact calls leaves at once (section 8, Limits), and 25 messages a
 * second are kept up with answers of four seconds.
 */
const most = 100;
/** What is needed for 25 messages a second with answers of one second, however late n8n is. */
const fewest = 30;
/** Milliseconds that a wake-up may be late before fewer calls are made at once. */
const bearableDelay = 25;
/** What is left of the bound when the event loop was late. */
const leftOver = 0.5;
/** By how much the bound rises again, in calls a second. */
const risePerSecond = 25;

/**
 * How many calls one run may have under way together: as many as the event loop bears. Answers that
 * come back in heaps keep it from everything else, so every late wake-up halves the bound, and with
 * time it rises again. The same for every rate: where answers come one by one, nothing is late.
 */
export class ConcurrencyLimit {
	private lowered = { at: -Infinity, to: most };

	constructor(private readonly clock: Clock) {}

	/** The bound now. */
	get bound(): number {
		const seconds = (this.clock.now() - this.lowered.at) / 1_000;
		return Math.min(most, Math.floor(this.lowered.to + risePerSecond * seconds));
	}

	/** A clock that is the same, but whose wake-ups tell how late the event loop is. */
	watched(): Clock {
		return {
			now: () => this.clock.now(),
			sleep: async (milliseconds) => {
				const from = this.clock.now();
				await this.clock.sleep(milliseconds);
				const now = this.clock.now();
				const isLate = now - from - milliseconds > bearableDelay;
				// What fell asleep before the bound was lowered tells of the time before.
				if (!isLate || from < this.lowered.at) return;
				this.lowered = { at: now, to: Math.max(fewest, this.bound * leftOver) };
			},
		};
	}
}
