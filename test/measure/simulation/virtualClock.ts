import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';

interface Timer {
	due: number;
	/** Timers that are due together end in the order in which they were set. */
	order: number;
	end(): void;
}

/** Milliseconds since the epoch. */
const startDate = 1_700_000_000_000;

/** A clock that jumps from one timer to the next, so that hours pass in moments. */
export class VirtualClock implements Clock {
	private time = 0;

	private timers: Timer[] = [];

	private set = 0;

	now(): number {
		return this.time;
	}

	/** For HTTP dates, in milliseconds since the epoch. */
	date(): number {
		return startDate + this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.set += 1;
			this.add({ due: this.time + Math.max(0, milliseconds), order: this.set, end: resolve });
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
			const timer = this.takeEarliest();
			if (timer === undefined) throw new Error('The work waits, but no timer is set');
			this.time = Math.max(this.time, timer.due);
			timer.end();
		}
	}

	/** A binary heap: a campaign has a timer for each call under way. */
	private add(timer: Timer): void {
		const { timers } = this;
		let index = timers.push(timer) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!this.swapWhenEarlier(index, parent)) return;
			index = parent;
		}
	}

	private takeEarliest(): Timer | undefined {
		const { timers } = this;
		const earliest = timers[0];
		const last = timers.pop();
		if (last === undefined || timers.length === 0) return earliest;
		timers[0] = last;
		for (let index = 0; ; ) {
			const left = 2 * index + 1;
			const right = left + 1;
			const smaller = isEarlier(timers[right], timers[left]) ? right : left;
			if (!this.swapWhenEarlier(smaller, index)) return earliest;
			index = smaller;
		}
	}

	private swapWhenEarlier(one: number, other: number): boolean {
		const { timers } = this;
		const first = timers[one];
		const second = timers[other];
		if (first === undefined || second === undefined || !isEarlier(first, second)) return false;
		timers[one] = second;
		timers[other] = first;
		return true;
	}
}

function isEarlier(one: Timer | undefined, other: Timer | undefined): boolean {
	if (one === undefined || other === undefined) return false;
	return one.due < other.due || (one.due === other.due && one.order < other.order);
}

/** Lets everything run that doesn't wait for time. */
async function everythingElse(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
