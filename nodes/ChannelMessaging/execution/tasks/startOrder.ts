import type { ValidItem } from '../readItems';

/**
 * When items may start: as soon as their own contact is known; when those of all earlier items are
 * known too, because one person may be meant by an identifier, by phone and by email; or all together
 * at the end, so that nothing has gone out when a contact can't be found.
 */
export type StartPolicy = 'asTheyCome' | 'inOrder' | 'together';

/** The earliest start that keeps the order of the items for each contact. */
export function startPolicyFor(items: readonly ValidItem[], stopsAtFirst: boolean): StartPolicy {
	if (stopsAtFirst) return 'together';
	const ways = new Set(
		items.flatMap(({ item }) => {
			if (item.kind !== 'forContact') return [];
			return item.contact.kind === 'id' ? ['id'] : [`by ${item.contact.name}`];
		}),
	);
	return ways.size > 1 ? 'inOrder' : 'asTheyCome';
}

/** Starts items, each once, when the policy lets them. Positions count from 0. */
export class StartOrder {
	/** Those that may start as far as they themselves are concerned; `undefined` for the failed ones. */
	private readonly settled = new Map<number, (() => void) | undefined>();

	private next = 0;

	constructor(private readonly policy: StartPolicy) {}

	/** Nothing is missing any more for this item. */
	ready(position: number, start: () => void): void {
		if (this.policy === 'asTheyCome') start();
		else this.settle(position, start);
	}

	/** This item will never start: nobody has to wait for it. */
	failed(position: number): void {
		if (this.policy !== 'asTheyCome') this.settle(position, undefined);
	}

	/** No contact is searched any more: starts what is left, in the items' order. */
	finish(): void {
		const left = [...this.settled].sort(([one], [other]) => one - other);
		this.settled.clear();
		for (const [, start] of left) start?.();
	}

	private settle(position: number, start: (() => void) | undefined): void {
		this.settled.set(position, start);
		if (this.policy === 'together') return;
		while (this.settled.has(this.next)) {
			this.settled.get(this.next)?.();
			this.settled.delete(this.next);
			this.next += 1;
		}
	}
}
