/** Identifies the requests that share their turns, such as those of one node in one execution. */
export type FlowId = string | symbol;

/**
 * The maximum number of consecutive turns for new flows while other flows are waiting, so that new
 * flows don't starve campaigns.
 */
const maxConsecutiveNewcomers = 24;

/**
 * A queue in which flows take turns, regardless of how many items they have. The next turn goes to
 * the flow whose latest turn is furthest in the past, so idle flows gain no advantage. New flows go
 * first, so that a single message is delayed neither by large campaigns nor by many loops.
 */
export class FairQueue<Item> {
	/** Flows with waiting items. New flows are stored in order of arrival. */
	private readonly waiting = new Map<FlowId, Item[]>();

	/** The time of each flow's latest turn, oldest first. */
	private readonly latestTurns = new Map<FlowId, number>();

	private consecutiveNewcomers = 0;

	/** @param memoryMs after this time without a turn, an empty flow counts as new again */
	constructor(private readonly memoryMs: number) {}

	get size(): number {
		let size = 0;
		for (const items of this.waiting.values()) size += items.length;
		return size;
	}

	count(isEligible: (item: Item) => boolean): number {
		let count = 0;
		for (const items of this.waiting.values()) {
			for (const item of items) if (isEligible(item)) count += 1;
		}
		return count;
	}

	add(id: FlowId, item: Item, now: number): void {
		this.forget(now);
		const items = this.waiting.get(id);
		if (items === undefined) this.waiting.set(id, [item]);
		else items.push(item);
	}

	remove(id: FlowId, item: Item): void {
		const items = this.waiting.get(id) ?? [];
		const index = items.indexOf(item);
		if (index === -1) return;
		items.splice(index, 1);
		if (items.length === 0) this.waiting.delete(id);
	}

	/** Returns the item that `next` would return. */
	peek(isEligible: (item: Item) => boolean): Item | undefined {
		const { id } = this.nextFlow(isEligible);
		return id === undefined ? undefined : this.waiting.get(id)?.find(isEligible);
	}

	next(now: number, isEligible: (item: Item) => boolean = () => true): Item | undefined {
		const { id, isNewcomer } = this.nextFlow(isEligible);
		if (id === undefined) return undefined;
		const items = this.waiting.get(id) ?? [];
		const item = items.find(isEligible);
		if (item === undefined) return undefined;
		this.consecutiveNewcomers = isNewcomer ? this.consecutiveNewcomers + 1 : 0;
		// The flow moves to the end. Otherwise, flows whose latest turns have the same time wouldn't
		// alternate.
		this.waiting.delete(id);
		this.waiting.set(id, items);
		this.remove(id, item);
		this.latestTurns.delete(id);
		this.latestTurns.set(id, now);
		return item;
	}

	/** Returns the flow that has the next turn among those with eligible items. */
	private nextFlow(isEligible: (item: Item) => boolean): { id?: FlowId; isNewcomer?: boolean } {
		let newcomer: FlowId | undefined;
		let other: FlowId | undefined;
		let otherTurn = Infinity;
		for (const [id, items] of this.waiting) {
			if (!items.some(isEligible)) continue;
			const latestTurn = this.latestTurns.get(id);
			if (latestTurn === undefined) {
				newcomer ??= id;
			} else if (latestTurn < otherTurn) {
				other = id;
				otherTurn = latestTurn;
			}
		}
		const isNewcomersTurn = this.consecutiveNewcomers < maxConsecutiveNewcomers;
		const id = isNewcomersTurn ? (newcomer ?? other) : (other ?? newcomer);
		return id === undefined ? {} : { id, isNewcomer: id === newcomer };
	}

	/** Removes the turns of idle flows that are old enough to count as new again. */
	private forget(now: number): void {
		for (const [id, latestTurn] of this.latestTurns) {
			if (now - latestTurn < this.memoryMs) return;
			if (!this.waiting.has(id)) this.latestTurns.delete(id);
		}
	}
}
