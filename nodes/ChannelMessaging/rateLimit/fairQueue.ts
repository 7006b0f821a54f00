/** The queued requests of one execution, in order. */
export class Flow<Item> {
	readonly items: Item[] = [];

	/** Has had no turn since the flow was empty. */
	isNewcomer = true;
}

/** Single messages must not starve campaigns. */
const maxConsecutiveNewcomers = 3;

/**
 * A round-robin queue with one flow per execution. Flows take turns regardless of their lengths.
 * Idle flows get no credit for unused turns. New flows go first, so that large campaigns don't
 * delay a single message.
 */
export class FairQueue<Item> {
	/** Contains no empty flows. Ordered by their latest turn, oldest first. */
	private readonly flows = new Set<Flow<Item>>();

	private consecutiveNewcomers = 0;

	get size(): number {
		return [...this.flows].reduce((size, { items }) => size + items.length, 0);
	}

	add(flow: Flow<Item>, item: Item): void {
		if (flow.items.length === 0) flow.isNewcomer = true;
		this.flows.add(flow);
		flow.items.push(item);
	}

	/** Does nothing if the queue doesn't contain the item. */
	remove(flow: Flow<Item>, item: Item): void {
		const index = flow.items.indexOf(item);
		if (index === -1) return;
		flow.items.splice(index, 1);
		if (flow.items.length === 0) this.flows.delete(flow);
	}

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
		// Moves a flow with more items to the end of the queue.
		this.remove(flow, item);
		if (this.flows.delete(flow)) this.flows.add(flow);
		return item;
	}
}
