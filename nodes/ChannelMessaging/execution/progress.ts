import type { Operation } from '../operations/operation';
import { ParameterError } from '../parameters/parameter';
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

	/** The number of skipped items by reason. */
	private readonly skips = new Map<string, number>();

	private readonly start: number;

	constructor(
		private readonly itemCount: number,
		private readonly wording: Operation['wording'],
		private readonly clock: Clock,
	) {
		this.start = clock.now();
	}

	readonly add = (outcome: ItemOutcome): void => {
		const reason = skipReasonOf(outcome);
		if (reason !== undefined) this.skips.set(reason, (this.skips.get(reason) ?? 0) + 1);
		this.counts[reason === undefined ? outcome.kind : 'skipped'] += 1;
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
	 * Returns the counts of all items, the rate, and the wait, such as `Sent 27, skipped 1 (already
	 * sent), failed 2; 24.6 per second; waited 1.0 s`. Leaves out a rate of less than a second or of a
	 * single item, and short waits.
	 *
	 * @param waitedMs how long requests waited for the rate limit
	 */
	summary(waitedMs: number): string {
		const { pastParticiple } = this.wording;
		const { done, failed } = this.counts;
		const verb = `${pastParticiple.charAt(0).toUpperCase()}${pastParticiple.slice(1)}`;
		const skips = [...this.skips].map(([reason, count]) => `skipped ${String(count)} (${reason})`);
		const counts = [
			`${verb} ${String(done)}`,
			...skips,
			...(failed === 0 ? [] : [`failed ${String(failed)}`]),
		];
		const hasRate = done > 1 && this.seconds() >= 1;
		return [
			counts.join(', '),
			...(hasRate ? [`${this.perSecond(done)} per second`] : []),
			...(waitedMs < minReportedWaitMs ? [] : [`waited ${(waitedMs / 1_000).toFixed(1)} s`]),
		].join('; ');
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

/** Returns why an item was skipped, or `undefined` if it wasn't skipped. */
function skipReasonOf(outcome: ItemOutcome): string | undefined {
	if (outcome.kind === 'failed') return undefined;
	if (outcome.kind === 'done') {
		return outcome.result[0]?.status === 'skipped' ? 'already sent' : undefined;
	}
	return outcome.error instanceof ParameterError ? 'no contact in the item' : 'contact not found';
}
