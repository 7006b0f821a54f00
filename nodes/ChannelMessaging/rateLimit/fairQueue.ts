/** The waiting requests of one execution, in order. */
export class Flow<Item> {
	readonly items: Item[] = [];

	/** Whether the flow has had no turn since it became non-empty. */
	isNewcomer = true;
}

/** The maximum number of newcomers in a row, so that single messages don't starve campaigns. */
const maxConsecutiveNewcomers = 3;

/**
 * A round-robin queue. Flows take turns regardless of their lengths, and idle flows get no credit
 * for unused turns. A flow that was empty goes first, so that a single message doesn't wait for a
 * turn of each campaign.
 */
export class FairQueue<Item> {
	/** Non-empty flows, ordered by when they were added or had their latest turn, oldest first. */
	readonly flows = new Set<Flow<Item>>();

	/** The number of consecutive turns that newcomers got. */
	private consecutiveNewcomers = 0;

	get size(): number {
		return [...this.flows].reduce((size, { items }) => size + items.length, 0);
	}

	/** Adds an item to the end of a flow or, if `isFirst` is set, to its start. */
	add(flow: Flow<Item>, item: Item, isFirst = false): void {
		if (flow.items.length === 0) flow.isNewcomer = true;
		this.flows.add(flow);
		flow.items.splice(isFirst ? 0 : flow.items.length, 0, item);
	}

	/** Removes an item from its flow. */
	remove(flow: Flow<Item>, item: Item): void {
		flow.items.splice(flow.items.indexOf(item), 1);
		if (flow.items.length === 0) this.flows.delete(flow);
	}

	/** Removes and returns the next item, or returns `undefined` if the queue is empty. */
	next(): Item | undefined {
		const flows = [...this.flows];
		const newcomer = flows.find(({ isNewcomer }) => isNewcomer);
		const other = flows.find(({ isNewcomer }) => !isNewcomer);
		const flow =
			this.consecutiveNewcomers < maxConsecutiveNewcomers
				? (newcomer ?? other)
				: (other ?? newcomer);
		const [item] = flow?.items ?? [];
		if (flow === undefined || item === undefined) return undefined;
		this.consecutiveNewcomers = flow === newcomer ? this.consecutiveNewcomers + 1 : 0;
		flow.isNewcomer = false;
		// If the flow has more items, it moves to the end.
		this.remove(flow, item);
		if (this.flows.delete(flow)) this.flows.add(flow);
		return item;
	}
}
