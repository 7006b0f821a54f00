/** A call that left, or was allowed to leave. Times are in milliseconds since the epoch. */
export interface Departure {
	readonly permittedAt: number;
	/** When it was written to the connection, as far as that is known: never before the permit. */
	departedAt: number;
	/** Whether it left at once, with nothing to wait for. */
	readonly isInBurst: boolean;
	/** Whether more calls waited behind it than there was room for. */
	readonly isCrowded: boolean;
	/** Whether the service refused it with 429. */
	isRefused: boolean;
}

/** As many calls as are taken for granted, so that a refusal among few calls is no collapse. */
const caution = 2;

/** The departures of one window, oldest first. Older ones are forgotten, so it stays small. */
export class Departures {
	private list: Departure[] = [];

	private first = 0;

	get count(): number {
		return this.list.length - this.first;
	}

	add(departure: Departure): void {
		this.list.push(departure);
	}

	/** The departure that has `position - 1` younger ones. */
	fromNewest(position: number): Departure | undefined {
		return position > this.count ? undefined : this.list[this.list.length - position];
	}

	/**
	 * What the service took of the departures since a time, as far as is known: what is still under
	 * way counts as taken. As a part of them, a few are not trusted to tell much.
	 */
	taken(since: number): { calls: number; part: number } {
		let all = 0;
		let calls = 0;
		for (let position = 1; position <= this.count; position += 1) {
			const departure = this.fromNewest(position);
			if (departure === undefined || departure.departedAt < since) break;
			all += 1;
			if (!departure.isRefused) calls += 1;
		}
		return { calls, part: (calls + caution) / (all + caution) };
	}

	/** Forgets what left at or before a time. */
	forgetUntil(time: number): void {
		for (;;) {
			const oldest = this.list[this.first];
			if (oldest === undefined || oldest.departedAt > time) break;
			this.first += 1;
		}
		// Cutting the list at every departure would cost more than keeping it a little longer.
		if (this.first > 64 && this.first * 2 > this.list.length) {
			this.list = this.list.slice(this.first);
			this.first = 0;
		}
	}
}
