import type { Clock } from '../scheduling/clock';
import type { ItemOutcome } from './itemOutcome';

/** Milliseconds between two reports; a run that is shorter reports nothing. */
const reportEvery = 10_000;

/** Milliseconds between two looks at the clock. */
const tick = 500;

/** How far a run has come. */
export interface ProgressReport {
	/** Items that ended well. */
	done: number;
	failed: number;
	/** Without those that were skipped. */
	all: number;
	/** Items that ended well a second, since the run began. */
	perSecond: number;
	/** Seconds to go at this speed; undefined while nothing has ended. */
	secondsToGo: number | undefined;
}

/** Reports how far a long run has come, every ten seconds until it is over. */
export class Progress {
	private isOver = false;

	private readonly start: number;

	constructor(
		private readonly itemCount: number,
		private readonly ended: ReadonlyMap<number, ItemOutcome>,
		private readonly clock: Clock,
		private readonly report: (report: ProgressReport) => void,
	) {
		this.start = clock.now();
	}

	/** Watches until `over` is called. */
	async watch(): Promise<void> {
		let next = this.start + reportEvery;
		while (!this.isOver) {
			await this.clock.sleep(tick);
			if (this.isOver || this.clock.now() < next) continue;
			next += reportEvery;
			this.report(this.now());
		}
	}

	over(): void {
		this.isOver = true;
	}

	now(): ProgressReport {
		const kinds = [...this.ended.values()].map(({ kind }) => kind);
		const done = kinds.filter((kind) => kind === 'done').length;
		const failed = kinds.filter((kind) => kind === 'failed').length;
		const all = this.itemCount - (kinds.length - done - failed);
		const seconds = Math.max(1, this.clock.now() - this.start) / 1_000;
		const ended = done + failed;
		const secondsToGo = ended === 0 ? undefined : ((all - ended) / ended) * seconds;
		return { done, failed, all, perSecond: done / seconds, secondsToGo };
	}
}
