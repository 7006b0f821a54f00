import type { Clock } from '../../nodes/ChannelMessaging/scheduling/clock';

interface Timer {
	readonly due: number;
	end(): void;
}

/** Milliseconds since the epoch. */
const startDate = 1_700_000_000_000;

/** A clock that jumps from one timer to the next, so that hours pass in moments. */
export class VirtualClock implements Clock {
	private time = 0;

	/** The last is the next one due; those due together, the first that was set. */
	private readonly timers: Timer[] = [];

	now(): number {
		return this.time;
	}

	/** For HTTP dates, in milliseconds since the epoch. */
	date(): number {
		return startDate + this.time;
	}

	/** Keeps the event loop busy: timers that become due meanwhile end late. */
	block(milliseconds: number): void {
		this.time += milliseconds;
	}

	async sleep(milliseconds: number): Promise<void> {
		const due = this.time + Math.max(0, milliseconds);
		await new Promise<void>((end) => {
			let [from, to] = [0, this.timers.length];
			while (from < to) {
				const middle = (from + to) >>> 1;
				if ((this.timers[middle]?.due ?? due) <= due) to = middle;
				else from = middle + 1;
			}
			this.timers.splice(from, 0, { due, end });
		});
	}

	/** Runs until the work is done. Rejects when it waits for something that will never come. */
	async run<Result>(work: Promise<Result>): Promise<Result> {
		const state = { isSettled: false };
		const done = () => {
			state.isSettled = true;
		};
		work.then(done, done);
		for (;;) {
			await everythingElse();
			if (state.isSettled) return await work;
			const timer = this.timers.pop();
			if (timer === undefined) throw new Error('The work waits, but no timer is set');
			this.time = Math.max(this.time, timer.due);
			timer.end();
		}
	}
}

/** Lets everything run that doesn't wait for time. */
async function everythingElse(): Promise<void> {
	// Node.js calls back only when no promise has work left.
	await new Promise<void>((resolve) => {
		process.nextTick(resolve);
	});
}
