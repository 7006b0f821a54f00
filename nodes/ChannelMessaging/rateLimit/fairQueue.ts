/** The queued requests of a single execution, in order. */
export class Flow<Item> {
	readonly items: Item[] = [];

	/** Whether the flow has had no turn since it was last empty. */
	isNewcomer = true;
}

/** Limits the priority of new flows, so that single messages don't starve campaigns. */
const maxConsecutiveNewcomers = 3;

/**
 * A round-robin queue with one flow per execution. Flows take turns regardless of their length.
 * Idle flows get no credit for unused turns. New flows go first, so that large campaigns don't
 * delay single messages.
 */
export class FairQueue<Item> {
	/** Contains only non-empty flows, with the least recently served flow first. */
	private readonly flows = new Set<Flow<Item>>();

	private consecutiveNewcomers = 0;

	get size(): number {
		let size = 0;
		for (const { items } of this.flows) size += items.length;
		return size;
	}

	count(isEligible: (item: Item) => boolean): number {
		let count = 0;
		for (const { items } of this.flows) count += items.filter(isEligible).length;
		return count;
	}

	add(flow: Flow<Item>, item: Item): void {
		if (flow.items.length === 0) flow.isNewcomer = true;
		this.flows.add(flow);
		flow.items.push(item);
	}

	remove(flow: Flow<Item>, item: Item): void {
		const index = flow.items.indexOf(item);
		if (index === -1) return;
		flow.items.splice(index, 1);
		if (flow.items.length === 0) this.flows.delete(flow);
	}

	/** Returns the next eligible item, and skips flows without one. */
	next(isEligible: (item: Item) => boolean = () => true): Item | undefined {
		let newcomer: Flow<Item> | undefined;
		let other: Flow<Item> | undefined;
		for (const flow of this.flows) {
			if (!flow.items.some(isEligible)) continue;
			if (flow.isNewcomer) newcomer ??= flow;
			else other ??= flow;
		}
		const flow =
			this.consecutiveNewcomers < maxConsecutiveNewcomers
				? (newcomer ?? other)
				: (other ?? newcomer);
		const item = flow?.items.find(isEligible);
		if (flow === undefined || item === undefined) return undefined;
		this.consecutiveNewcomers = flow === newcomer ? this.consecutiveNewcomers + 1 : 0;
		flow.isNewcomer = false;
		// If the flow has more items, it moves to the end of the queue.
		this.remove(flow, item);
		if (this.flows.delete(flow)) this.flows.add(flow);
		return item;
	}
}
