import type { TimeSlice } from '../scheduling/timeSlicer';

/** Calls `resume` once, when the process may continue. */
export type Wait = (resume: () => void) => void;

/** A sequence of steps that wait for virtual time or for other processes. */
export type Process<Result = void> = Generator<Wait, Result, void>;

interface Event {
	at: number;
	happen(): void;
}

/** Runs processes on a virtual clock, so that hours of waiting pass within milliseconds. */
export class VirtualTime {
	private time = 0;

	private endedAt = 0;

	/**
	 * The upcoming events, sorted from latest to earliest. Simultaneous events happen in the order in
	 * which they were added.
	 */
	private readonly events: Event[] = [];

	/** Returns the virtual time in milliseconds since the start. */
	readonly now = (): number => this.time;

	after(milliseconds: number, happen: () => void): void {
		const at = this.time + Math.max(0, milliseconds);
		let [low, high] = [0, this.events.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.events[middle]?.at ?? 0) <= at) high = middle;
			else low = middle + 1;
		}
		this.events.splice(low, 0, { at, happen });
	}

	*pause(milliseconds: number): Process {
		yield (resume) => {
			this.after(milliseconds, resume);
		};
	}

	start(process: Process): void {
		const step = () => {
			const { done, value } = process.next();
			if (done === true) this.endedAt = this.time;
			else
				value(() => {
					this.after(0, step);
				});
		};
		this.after(0, step);
	}

	/** Returns the time at which the last process ended. */
	async run(slice: TimeSlice): Promise<number> {
		for (let event = this.events.pop(); event !== undefined; event = this.events.pop()) {
			if (slice.isOver()) await slice.next();
			this.time = event.at;
			event.happen();
		}
		return this.endedAt;
	}
}

/** A one-time event that virtual processes can wait for. */
export class Signal {
	private hasHappened = false;

	private readonly waiting: Array<() => void> = [];

	happen(): void {
		this.hasHappened = true;
		for (const resume of this.waiting.splice(0)) resume();
	}

	*wait(): Process {
		if (this.hasHappened) return;
		yield (resume) => {
			this.waiting.push(resume);
		};
	}
}
