import type { Clock } from './clock';

/** Milliseconds between two reports; a run that is shorter reports nothing. */
const reportEvery = 10_000;

/** Milliseconds between two looks at the clock. */
const tick = 500;

/** How far a run has come. */
export interface ProgressReport {
	settled: number;
	all: number;
	/** Items a second since the run began. */
	perSecond: number;
	/** Seconds to go at this speed; undefined while nothing has been done. */
	secondsToGo: number | undefined;
}

/** Reports how far a long run has come, every ten seconds until it is over. */
export class Progress {
	private settled = 0;

	private isOver = false;

	private readonly start: number;

	constructor(
		private readonly all: number,
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

	/** One more item has ended, well or badly. */
	itemSettled(): void {
		this.settled += 1;
	}

	over(): void {
		this.isOver = true;
	}

	now(): ProgressReport {
		const { settled, all } = this;
		const seconds = Math.max(1, this.clock.now() - this.start) / 1_000;
		const perSecond = settled / seconds;
		const secondsToGo = settled === 0 ? undefined : (all - settled) / perSecond;
		return { settled, all, perSecond, secondsToGo };
	}
}
