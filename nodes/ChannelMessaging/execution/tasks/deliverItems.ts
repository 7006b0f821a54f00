import type { IDataObject } from 'n8n-workflow';

import { ApiError, notStarted } from '../../api/apiError';
import { concurrencyLimit } from '../../rateLimit/queueRegistry';
import { deliver, KeyedQueue, type Outcomes, type Task } from '../../scheduling/keyedQueue';
import type { ItemOutcome } from '../itemOutcome';
import type { NodeRun } from '../openRun';
import type { Progress } from '../progress';
import type { ReadItem } from '../readItems';
import { searchesFor } from './contactSearches';
import { searchChannel, taskFor } from './itemTask';

interface DeliveryPolicy {
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
	const outcomes = await deliverValidItems(run, items, policy);
	return items.map((item, position) => {
		if (item.kind === 'invalid') return { kind: 'failed', error: item.error };
		const outcome = outcomes.get(position);
		if (outcome?.kind === 'done') return outcome;
		if (outcome?.kind === 'failed') return skippedFor(item, outcome.error) ?? outcome;
		return { kind: 'failed', error: run.journal.refusedToken ?? notStarted() };
	});
}

/** Where an item is left out, and didn't fail, since its contact wasn't found. */
function skippedFor(item: ReadItem | undefined, error: unknown): ItemOutcome | undefined {
	const isSkipped =
		item?.kind === 'valid' &&
		item.item.skipsMissingContact &&
		error instanceof ApiError &&
		error.reason === 'contactNotFound' &&
		error.outcome === 'notDone';
	return isSkipped ? { kind: 'skipped', error } : undefined;
}

/**
 * Items start in their order, each once its contact is known: one person may be meant by an identifier,
 * by phone and by email. Where the first failure is to stop everything, all contacts are looked up
 * first: then nothing has gone out when one of them can't be found.
 */
async function deliverValidItems(
	run: NodeRun,
	items: readonly ReadItem[],
	{ stopsAtFirst, progress }: DeliveryPolicy,
): Promise<Outcomes<IDataObject[]>> {
	const isStopped = () => run.stop.isCancelled;
	const concurrency = () => concurrencyLimit.bound;
	const delivery = new KeyedQueue<IDataObject[]>({
		concurrency,
		isStopped,
		onDone: () => {
			progress.itemDone();
		},
		onFailure: (error, position) => {
			if (skippedFor(items[position], error) !== undefined) {
				progress.itemSkipped();
				return;
			}
			progress.itemFailed();
			if (stopsAtFirst) run.stop.cancel();
		},
	});
	const searches = searchesFor(items);
	const searching = new Set(searches.flatMap(({ positions }) => positions));
	const found = new Map<number, string>();
	let next = 0;
	const start = () => {
		for (; next < items.length && !searching.has(next); next += 1) {
			const item = items[next];
			const task = item?.kind === 'valid' ? taskFor(run, item, found.get(next)) : undefined;
			if (task !== undefined) delivery.add(next, task);
		}
	};
	if (!stopsAtFirst) start();
	await deliver(
		searches.map(
			({ reference, settings, positions }): Task<void> => ({
				partitionKey: undefined,
				perform: async () => {
					try {
						const contactId = await run.contacts.lookUp(searchChannel(run, settings), reference);
						for (const position of positions) found.set(position, contactId);
					} catch (error) {
						for (const position of positions) delivery.fail(position, error);
					}
					for (const position of positions) searching.delete(position);
					if (!stopsAtFirst) start();
				},
			}),
		),
		{ concurrency, isStopped },
	);
	start();
	return await delivery.ended();
}
