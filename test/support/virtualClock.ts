import type { Clock } from '../../nodes/ChannelMessaging/scheduling/clock';

interface Timer {
	readonly due: number;
	end(): void;
}

/** A clock whose time advances to the next timer without waiting. */
export class VirtualClock implements Clock {
	private time = 0;

	/** In descending order of `due`. Timers that are due at the same time end in the order of creation. */
	private readonly timers: Timer[] = [];

	/** @param startDate milliseconds since the epoch */
	constructor(private readonly startDate = 1_700_000_000_000) {}

	now(): number {
		return this.time;
	}

	/** Returns milliseconds since the epoch, for HTTP dates. */
	date(): number {
		return this.startDate + this.time;
	}

	/** Advances the time without ending timers, as a busy event loop does. */
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

	/** Advances the time until the work is done. Rejects if the work waits, but there is no timer. */
	async run<Result>(work: Promise<Result>): Promise<Result> {
		const state = { isSettled: false };
		const done = () => {
			state.isSettled = true;
		};
		work.then(done, done);
		for (;;) {
			await runMicrotasks();
			if (state.isSettled) return await work;
			const timer = this.timers.pop();
			if (timer === undefined) throw new Error('The work waits, but no timer is set');
			this.time = Math.max(this.time, timer.due);
			timer.end();
		}
	}
}

/** Resolves when all pending promise callbacks have run. */
async function runMicrotasks(): Promise<void> {
	// Called from a microtask, Node.js runs the tick once the microtask queue is empty.
	await new Promise<void>((resolve) => {
		process.nextTick(resolve);
	});
}
