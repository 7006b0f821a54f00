/** What one execution has waiting in a fair queue, in its own order. */
export class Flow<Item> {
	readonly items: Item[] = [];

	/** @param isBackground whether it has its turn only when no other flow has anything waiting */
	constructor(readonly isBackground = false) {}
}

/** After so many newcomers it is another flow's turn: a stream of single messages starves nobody. */
const newcomersInARow = 3;

/**
 * A round robin: flows take turns, and none waits for what others have queued or makes up for the
 * past. A flow that had nothing waiting goes first, so that a single message goes at once instead of
 * after a turn of each campaign.
 */
export class FairQueue<Item> {
	private readonly newcomers = new Set<Flow<Item>>();

	/** Those that had their last turn longest ago come first. */
	private readonly others = new Set<Flow<Item>>();

	private readonly background = new Set<Flow<Item>>();

	private inARow = 0;

	private count = 0;

	get size(): number {
		return this.count;
	}

	/** The flows with something waiting. */
	get flows(): Array<Flow<Item>> {
		return [...this.newcomers, ...this.others, ...this.background];
	}

	/** Whether nothing waits but in the background. */
	get hasOnlyBackground(): boolean {
		return this.newcomers.size + this.others.size === 0;
	}

	/** Puts an item behind the flow's others, or before them. */
	add(flow: Flow<Item>, item: Item, isFirst = false): void {
		const flows = flow.isBackground ? this.background : this.newcomers;
		if (flow.items.length === 0) flows.add(flow);
		if (isFirst) flow.items.unshift(item);
		else flow.items.push(item);
		this.count += 1;
	}

	/** Takes out an item that waits in the flow. */
	remove(flow: Flow<Item>, item: Item): void {
		flow.items.splice(flow.items.indexOf(item), 1);
		this.taken(flow);
	}

	/** Takes out the next item. */
	next(): Item | undefined {
		const [newcomer] = this.newcomers;
		const [other] = this.others;
		const [background] = this.background;
		const isOthersTurn = newcomer === undefined || this.inARow >= newcomersInARow;
		const flow = (isOthersTurn ? (other ?? newcomer) : newcomer) ?? background;
		const item = flow?.items.shift();
		if (flow === undefined || item === undefined) return undefined;
		this.inARow = flow === newcomer ? this.inARow + 1 : 0;
		const flows = flow.isBackground ? this.background : this.others;
		this.newcomers.delete(flow);
		flows.delete(flow);
		flows.add(flow);
		this.taken(flow);
		return item;
	}

	private taken(flow: Flow<Item>): void {
		this.count -= 1;
		if (flow.items.length > 0) return;
		this.newcomers.delete(flow);
		this.others.delete(flow);
		this.background.delete(flow);
	}
}
