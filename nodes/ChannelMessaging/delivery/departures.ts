/** A call that left, or was allowed to leave. Times are in milliseconds since the epoch. */
export interface Departure {
	readonly permittedAt: number;
	/** When it was written to the connection, as far as that is known: never before the permit. */
	departedAt: number;
}

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
