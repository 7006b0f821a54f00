/** A call that got its permit. Times are milliseconds of the clock. */
export interface LoggedCall {
	readonly permittedAt: number;
	/** When it was written to its connection; until that is known, when it was permitted. */
	writtenAt: number;
	/** Whether the service refused it with 429. */
	isRefused: boolean;
}

/** So many calls are taken for granted: a refusal among few calls is no collapse. */
const caution = 2;

/** The latest calls in the order of their permits, but timed by their writing, close to arrival. */
export class SlidingWindowLog {
	private readonly calls: LoggedCall[] = [];

	/** @param memory for how long calls are remembered, in milliseconds */
	constructor(private readonly memory: number) {}

	add(call: LoggedCall): void {
		this.calls.push(call);
		const oldest = call.permittedAt - this.memory;
		while ((this.calls[0]?.writtenAt ?? oldest) < oldest) this.calls.shift();
	}

	/** Takes out a call that isn't made after all. */
	remove(call: LoggedCall): void {
		const index = this.calls.lastIndexOf(call);
		if (index !== -1) this.calls.splice(index, 1);
	}

	/** When the call was written that has `position - 1` newer ones, if it is remembered. */
	writtenAt(position: number): number | undefined {
		return this.calls[this.calls.length - position]?.writtenAt;
	}

	/** The part, up to 1, that the service took of the calls written in a time, as far as is known. */
	takenPart(from: number, to: number): number {
		const written = this.calls.filter(({ writtenAt }) => writtenAt >= from && writtenAt <= to);
		const taken = written.filter(({ isRefused }) => !isRefused);
		return (taken.length + caution) / (written.length + caution);
	}
}
