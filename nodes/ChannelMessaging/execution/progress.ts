import type { Clock } from '../scheduling/clock';

/** Milliseconds between two reports; a run that is shorter reports nothing. */
const reportEvery = 10_000;

/** Milliseconds between two looks at the clock. */
const tick = 500;

/** How far a run has come. */
export interface ProgressReport {
	/** Items that ended well. */
	done: number;
	/** Items that ended badly. */
	failed: number;
	all: number;
	/** Items that ended well a second, since the run began. */
	perSecond: number;
	/** Seconds to go at this speed; undefined while nothing has ended. */
	secondsToGo: number | undefined;
}

/** Reports how far a long run has come, every ten seconds until it is over. */
export class Progress {
	private done = 0;

	private failed = 0;

	private isOver = false;

	private readonly start: number;

	/** @param all how many items the run has */
	constructor(
		private all: number,
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

	itemDone(): void {
		this.done += 1;
	}

	itemFailed(): void {
		this.failed += 1;
	}

	/** An item that nothing was to be done for. */
	itemSkipped(): void {
		this.all -= 1;
	}

	over(): void {
		this.isOver = true;
	}

	now(): ProgressReport {
		const { done, failed, all } = this;
		const seconds = Math.max(1, this.clock.now() - this.start) / 1_000;
		const ended = done + failed;
		const secondsToGo = ended === 0 ? undefined : ((all - ended) / ended) * seconds;
		return { done, failed, all, perSecond: done / seconds, secondsToGo };
	}
}
