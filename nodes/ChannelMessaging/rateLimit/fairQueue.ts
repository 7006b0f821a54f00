/** What one execution has waiting in a fair queue, in its own order. */
export class Flow<Item> {
	readonly items: Item[] = [];

	/** Whether it has had no turn since it began to wait. */
	isNewcomer = true;
}

/** After so many newcomers it is another flow's turn: a stream of single messages starves nobody. */
const maxConsecutiveNewcomers = 3;

/**
 * A round robin: flows take turns, and none waits for what others have queued or makes up for the
 * past. A flow that had nothing waiting goes first, so that a single message goes at once instead of
 * after a turn of each campaign.
 */
export class FairQueue<Item> {
	/** Those with something waiting; the one that came or had its turn longest ago comes first. */
	readonly flows = new Set<Flow<Item>>();

	private inARow = 0;

	get size(): number {
		return [...this.flows].reduce((size, { items }) => size + items.length, 0);
	}

	/** Puts an item behind the flow's others, or before them. */
	add(flow: Flow<Item>, item: Item, isFirst = false): void {
		if (flow.items.length === 0) flow.isNewcomer = true;
		this.flows.add(flow);
		flow.items.splice(isFirst ? 0 : flow.items.length, 0, item);
	}

	/** Takes out an item that waits in the flow. */
	remove(flow: Flow<Item>, item: Item): void {
		flow.items.splice(flow.items.indexOf(item), 1);
		if (flow.items.length === 0) this.flows.delete(flow);
	}

	/** Takes out the next item. */
	next(): Item | undefined {
		const flows = [...this.flows];
		const newcomer = flows.find(({ isNewcomer }) => isNewcomer);
		const other = flows.find(({ isNewcomer }) => !isNewcomer);
		const flow = this.inARow < maxConsecutiveNewcomers ? (newcomer ?? other) : (other ?? newcomer);
		const [item] = flow?.items ?? [];
		if (flow === undefined || item === undefined) return undefined;
		this.inARow = flow === newcomer ? this.inARow + 1 : 0;
		flow.isNewcomer = false;
		// To the end, where more waits in it.
		this.remove(flow, item);
		if (this.flows.delete(flow)) this.flows.add(flow);
		return item;
	}
}
