/** A call that left, or was allowed to leave. Times are in milliseconds since the epoch. */
export interface Departure {
	readonly permittedAt: number;
	/** When it was written to the connection, as far as that is known: never before the permit. */
	departedAt: number;
	/** Whether it left at once, with nothing to wait for. */
	readonly isInBurst: boolean;
	/** Whether more calls waited behind it than there was room for. */
	readonly isCrowded: boolean;
	/** How long the calls of its turn take to leave, in milliseconds. */
	readonly turn: number;
	/** Whether the service refused it with 429. */
	isRefused: boolean;
}

/** As many calls as are taken for granted, so that a refusal among few calls is no collapse. */
const caution = 2;

/**
 * As many older calls are remembered at least, and as many as the window holds, because a refusal
 * tells of the window before its call left.
 */
const remembered = 64;

/** The departures of one window, oldest first. Older ones are forgotten in time, so it stays small. */
export class Departures {
	private list: Departure[] = [];

	/** Where the window begins in the list. */
	private first = 0;

	get count(): number {
		return this.list.length - this.first;
	}

	add(departure: Departure): void {
		this.list.push(departure);
	}

	/** Takes out a call that isn't made after all. */
	remove(departure: Departure): void {
		const index = this.list.lastIndexOf(departure);
		if (index === -1) return;
		this.list.splice(index, 1);
		if (index < this.first) this.first -= 1;
	}

	/** The departure that has `position - 1` younger ones. */
	fromNewest(position: number): Departure | undefined {
		return position > this.count ? undefined : this.list[this.list.length - position];
	}

	/**
	 * What the service took of the departures of a time, as far as is known: what is still under way
	 * counts as taken. As a part of them, a few are not trusted to tell much.
	 */
	taken(from: number, to: number): { calls: number; part: number } {
		const left = this.list.filter(({ departedAt }) => departedAt >= from && departedAt <= to);
		const calls = left.filter(({ isRefused }) => !isRefused).length;
		return { calls, part: (calls + caution) / (left.length + caution) };
	}

	/** Ends the window at a time: what left then or before is no longer part of it. */
	forgetUntil(time: number): void {
		for (;;) {
			const oldest = this.list[this.first];
			if (oldest === undefined || oldest.departedAt > time) break;
			this.first += 1;
		}
		// Cutting the list at every departure would cost more than keeping it a little longer.
		const older = Math.max(remembered, this.count);
		if (this.first > 2 * older) {
			this.list = this.list.slice(this.first - older);
			this.first = older;
		}
	}
}
