import type { IDataObject } from 'n8n-workflow';

import type { ChannelType } from '../channel/identifier';
import { lookUp } from '../contacts/lookUp';
import { deliver, Delivery, type Outcome, type Policy, type Task } from '../delivery/delivery';
import { concurrencyLimit } from '../rateLimit/queueRegistry';
import type { Run } from '../delivery/place';
import type { Progress } from '../delivery/progress';
import { type ContactSearch, searchesFor } from './contactSearches';
import type { ItemOutcome } from './itemOutcome';
import { searchChannel, taskFor } from './itemTask';
import type { ReadItem, ValidItem } from './readItems';

interface DeliveryPolicy {
	channelType: ChannelType;
	/** Whether the first failure keeps everything that hasn't started from starting. */
	stopsAtFirst: boolean;
	progress: Progress;
}

/** Does what the valid items ask for; invalid ones keep their error. In the items' order. */
export async function deliverItems(
	run: Run,
	items: readonly ReadItem[],
	policy: DeliveryPolicy,
): Promise<ItemOutcome[]> {
	const valid = items.filter((item) => item.kind === 'valid');
	const outcomes = await deliverValidItems(run, valid, policy);
	const delivered = valid.map(
		({ itemIndex }, position): ItemOutcome => ({
			itemIndex,
			outcome: outcomes[position] ?? { kind: 'notStarted' },
		}),
	);
	const invalid = items
		.filter((item) => item.kind === 'invalid')
		.map(
			({ itemIndex, error }): ItemOutcome => ({ itemIndex, outcome: { kind: 'failed', error } }),
		);
	return [...delivered, ...invalid].sort((one, other) => one.itemIndex - other.itemIndex);
}

/**
 * An item is done as soon as its contact is known. Where the first failure is to stop everything,
 * all contacts are looked up first: then nothing has gone out when one of them can't be found.
 */
async function deliverValidItems(
	run: Run,
	items: readonly ValidItem[],
	{ channelType, stopsAtFirst, progress }: DeliveryPolicy,
): Promise<Array<Outcome<IDataObject[]>>> {
	const stop = () => {
		if (stopsAtFirst) run.halt.now();
	};
	const isStopped = () => run.halt.isHalted;
	const bound = () => concurrencyLimit.bound;
	const delivery = new Delivery<IDataObject[]>({
		inFlight: bound,
		isStopped,
		onDone: () => {
			progress.itemDone();
		},
		onFailure: () => {
			progress.itemFailed();
			stop();
		},
	});
	const start = (position: number, foundId?: string) => {
		const item = items[position];
		const task = item && taskFor(run, item, channelType, foundId);
		if (task !== undefined) delivery.add(position, task);
	};

	const searches = searchesFor(items);
	const foundIds = new Map<number, string>();
	const found = ({ positions }: ContactSearch, contactId: string) => {
		for (const position of positions) {
			if (stopsAtFirst) foundIds.set(position, contactId);
			else start(position, contactId);
		}
	};
	const searchPolicy: Policy = {
		inFlight: bound,
		isStopped,
		onDone: () => undefined,
		onFailure: stop,
	};
	// Items that need no search: what `start` can't do yet, it leaves.
	if (!stopsAtFirst) for (const position of items.keys()) start(position);
	const findings = await deliver(
		searches.map(
			(search): Task<void> => ({
				orderKey: undefined,
				perform: async () => {
					const channel = searchChannel(run, search.settings, channelType);
					found(search, await lookUp(channel, search.reference, run.ledger.contacts));
				},
			}),
		),
		searchPolicy,
	);
	for (const [index, finding] of findings.entries()) {
		if (finding.kind !== 'failed') continue;
		for (const position of searches[index]?.positions ?? []) delivery.fail(position, finding.error);
	}
	if (stopsAtFirst) for (const position of items.keys()) start(position, foundIds.get(position));
	return await delivery.ended(items.length);
}
