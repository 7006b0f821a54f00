import type { Operation } from '../operations/operation';
import type { Clock } from '../scheduling/clock';
import type { ItemOutcome } from './items';

/**
 * The interval between progress reports, in milliseconds. Shorter executions report no progress.
 */
const reportIntervalMs = 10_000;

/** The interval at which the progress reporter checks the time, in milliseconds. */
const checkIntervalMs = 500;

/** The minimum wait for the rate limit that an execution reports, in milliseconds. */
const minReportedWaitMs = 500;

/** The progress of a node execution, based on the outcomes of finished items. */
export class Progress {
	private hasEnded = false;

	private readonly counts: Record<ItemOutcome['kind'], number> = { done: 0, failed: 0, skipped: 0 };

	private readonly start: number;

	constructor(
		private readonly itemCount: number,
		private readonly wording: Operation['wording'],
		private readonly clock: Clock,
	) {
		this.start = clock.now();
	}

	readonly add = ({ kind }: ItemOutcome): void => {
		this.counts[kind] += 1;
	};

	/** Reports the progress every ten seconds until `end` is called. */
	async watch(report: (text: string) => void): Promise<void> {
		let next = this.start + reportIntervalMs;
		while (!this.hasEnded) {
			await this.clock.sleep(checkIntervalMs);
			if (this.hasEnded || this.clock.now() < next) continue;
			next += reportIntervalMs;
			report(this.report());
		}
	}

	end(): void {
		this.hasEnded = true;
	}

	/**
	 * Returns a message about the wait for the rate limit, or `undefined` if the wait was too short
	 * to report.
	 */
	throttledSummary(milliseconds: number): string | undefined {
		if (milliseconds < minReportedWaitMs) return undefined;
		const { noun, pastParticiple } = this.wording;
		const verb = `${pastParticiple.charAt(0).toUpperCase()}${pastParticiple.slice(1)}`;
		const { done } = this.counts;
		const seconds = (milliseconds / 1_000).toFixed(1);
		return `${verb} ${String(done)} ${noun} at ${this.perSecond(done)}/s; waited ${seconds} s for the rate limit`;
	}

	private report(): string {
		const { noun, pastParticiple } = this.wording;
		const { done, failed, skipped } = this.counts;
		const all = this.itemCount - skipped;
		const ended = done + failed;
		const secondsToGo = Math.ceil(((all - ended) / ended) * this.seconds());
		const failures = failed === 0 ? '' : `, ${String(failed)} not`;
		const toGo = ended === 0 ? '' : `, about ${String(secondsToGo)} s to go`;
		return `${String(done)} of ${String(all)} ${noun} ${pastParticiple}${failures} (${this.perSecond(done)} a second${toGo})`;
	}

	private perSecond(count: number): string {
		return (count / this.seconds()).toFixed(1);
	}

	private seconds(): number {
		return Math.max(1, this.clock.now() - this.start) / 1_000;
	}
}
