/** What one execution has waiting in a fair queue. */
export class Flow<Item> {
	readonly items: Item[] = [];

	/** Start tag of the first item that waits: when its turn is, in virtual time. */
	start = 0;

	/** Whether that item comes first after the flow had nothing waiting: it goes a turn early. */
	isEarly = false;

	get turn(): number {
		return this.isEarly ? this.start - 1 : this.start;
	}
}

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996) with items that all cost the same: flows take
 * turns, and none waits for what others have queued or makes up for the past. Each flow's own order
 * is kept. Two things are added: the first item of a flow goes a turn early, so that a single message
 * goes at once instead of after a turn of each campaign; and virtual time moves on by one for a turn
 * of each flow that waits (as in WF2Q+), so that a stream of such messages starves nobody.
 */
export class FairQueue<Item> {
	/** Flows with something waiting: first those whose last turn, or arrival, is longest ago. */
	private readonly backlogged = new Set<Flow<Item>>();

	/** How many turns a flow has had that waited all the time. */
	private virtualTime = 0;

	private count = 0;

	get size(): number {
		return this.count;
	}

	/** The flows with something waiting. */
	get flows(): Iterable<Flow<Item>> {
		return this.backlogged;
	}

	/** Puts an item behind the flow's others, or before them. */
	add(flow: Flow<Item>, item: Item, isFirst = false): void {
		if (flow.items.length === 0) {
			flow.start = Math.max(flow.start, this.virtualTime);
			flow.isEarly = true;
			this.backlogged.add(flow);
		}
		if (isFirst) flow.items.unshift(item);
		else flow.items.push(item);
		this.count += 1;
	}

	remove(flow: Flow<Item>, item: Item): void {
		const index = flow.items.indexOf(item);
		if (index === -1) return;
		flow.items.splice(index, 1);
		this.taken(flow);
	}

	/** Takes out the next item, from the flow whose turn is earliest. */
	next(): Item | undefined {
		let earliest: Flow<Item> | undefined;
		for (const flow of this.backlogged) {
			if (earliest === undefined || flow.turn < earliest.turn) earliest = flow;
		}
		const item = earliest?.items.shift();
		if (earliest === undefined || item === undefined) return undefined;
		this.virtualTime = Math.max(this.virtualTime + 1 / this.backlogged.size, earliest.start);
		earliest.start += 1;
		earliest.isEarly = false;
		// Behind those whose turn is as early.
		this.backlogged.delete(earliest);
		this.backlogged.add(earliest);
		this.taken(earliest);
		return item;
	}

	private taken(flow: Flow<Item>): void {
		this.count -= 1;
		if (flow.items.length === 0) this.backlogged.delete(flow);
	}
}
