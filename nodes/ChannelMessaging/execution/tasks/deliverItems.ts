import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../api/apiError';
import type { ChannelType } from '../../api/identifier';
import { lookUp } from '../../contacts/lookUp';
import { concurrencyLimit } from '../../rateLimit/queueRegistry';
import { deliver, KeyedQueue, type Outcome, type Task } from '../../scheduling/keyedQueue';
import type { ItemOutcome, Skipped } from '../itemOutcome';
import type { NodeRun } from '../openRun';
import type { Progress } from '../progress';
import type { ReadItem, ValidItem } from '../readItems';
import { searchesFor } from './contactSearches';
import { searchChannel, taskFor } from './itemTask';
import { StartOrder, startPolicyFor } from './startOrder';

interface DeliveryPolicy {
	channelType: ChannelType;
	/** Whether the first failure keeps everything that hasn't started from starting. */
	stopsAtFirst: boolean;
	progress: Progress;
}

/** Does what the valid items ask for; invalid ones keep their error. In the items' order. */
export async function deliverItems(
	run: NodeRun,
	items: readonly ReadItem[],
	policy: DeliveryPolicy,
): Promise<ItemOutcome[]> {
	const valid = items.filter((item) => item.kind === 'valid');
	const outcomes = await deliverValidItems(run, valid, policy);
	const delivered = valid.map((item, position): ItemOutcome => {
		const outcome = outcomes[position] ?? { kind: 'notStarted' };
		const skipped = outcome.kind === 'failed' ? skippedFor(item, outcome.error) : undefined;
		return { itemIndex: item.itemIndex, outcome: skipped ?? outcome };
	});
	const invalid = items
		.filter((item) => item.kind === 'invalid')
		.map(
			({ itemIndex, error }): ItemOutcome => ({ itemIndex, outcome: { kind: 'failed', error } }),
		);
	return [...delivered, ...invalid].sort((one, other) => one.itemIndex - other.itemIndex);
}

/** Whether an item is left out, and didn't fail, since its contact wasn't found. */
function skippedFor({ item }: ValidItem, error: unknown): Skipped | undefined {
	const isSkipped =
		item.skipsMissingContact &&
		error instanceof ApiError &&
		error.reason === 'contactNotFound' &&
		error.outcome === 'notDone';
	return isSkipped ? { kind: 'skipped', error } : undefined;
}

/**
 * An item is done as soon as its contact is known. Where the first failure is to stop everything,
 * all contacts are looked up first: then nothing has gone out when one of them can't be found.
 */
async function deliverValidItems(
	run: NodeRun,
	items: readonly ValidItem[],
	{ channelType, stopsAtFirst, progress }: DeliveryPolicy,
): Promise<Array<Outcome<IDataObject[]>>> {
	const stop = () => {
		if (stopsAtFirst) run.stop.cancel();
	};
	const isStopped = () => run.stop.isCancelled;
	const bound = () => concurrencyLimit.bound;
	const delivery = new KeyedQueue<IDataObject[]>({
		concurrency: bound,
		isStopped,
		onDone: () => {
			progress.itemDone();
		},
		onFailure: (error, position) => {
			const item = items[position];
			if (item !== undefined && skippedFor(item, error) !== undefined) {
				progress.itemSkipped();
				return;
			}
			progress.itemFailed();
			stop();
		},
	});
	const order = new StartOrder(startPolicyFor(items, stopsAtFirst));
	const ready = (position: number, foundId?: string) => {
		const item = items[position];
		const task = item && taskFor(run, item, channelType, foundId);
		if (task === undefined) return;
		order.ready(position, () => {
			delivery.add(position, task);
		});
	};

	// Items that need no search: the others are not ready yet.
	for (const position of items.keys()) ready(position);
	const searches = searchesFor(items);
	await deliver(
		searches.map(
			({ reference, settings, positions }): Task<void> => ({
				partitionKey: undefined,
				perform: async () => {
					const channel = searchChannel(run, settings, channelType);
					try {
						const contactId = await lookUp(channel, reference, run.contacts);
						for (const position of positions) ready(position, contactId);
					} catch (error) {
						for (const position of positions) {
							delivery.fail(position, error);
							order.failed(position);
						}
					}
				},
			}),
		),
		{ concurrency: bound, isStopped, onDone: () => undefined, onFailure: stop },
	);
	order.finish();
	return await delivery.ended(items.length);
}
