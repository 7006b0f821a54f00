import type { IDataObject } from 'n8n-workflow';

import { ApiError, notStarted, unexpectedError } from '../client/apiError';
import { createChannel, orderingKey } from '../client/channel';
import { createReader } from '../client/sendRequest';
import { type CustomFieldReference, keyOf } from '../contacts/findContact';
import { concurrencyLimit } from '../rateLimit/queueRegistry';
import { KeyedQueue } from '../scheduling/keyedQueue';
import type { ItemOutcome, ReadItem } from './items';
import type { ChannelRun, NodeExecution } from './nodeExecution';
import { createItemSender } from './sendOnce';
import { withinWaitLimit } from './waitForAnswer';
import type { RequestSettings } from '../client/types';

interface DeliveryPolicy {
	/** Whether the first failure keeps everything that hasn't started from starting. */
	stopsAtFirst: boolean;
	/** Where the outcome of each item is put as soon as it has ended. */
	ended: Map<number, ItemOutcome>;
	/** Is called with a contact's phone number if it is spelled differently. */
	onOtherSpelling: (spelling: string) => void;
}

/**
 * Does what the items ask for, in their order, and gives what became of them. Each starts once its
 * contact is known: one person may be meant by an identifier, by phone and by email. Where the first
 * failure is to stop everything, all contacts are looked up before anything goes out.
 */
export async function processItems(
	run: NodeExecution,
	items: readonly ReadItem[],
	{ stopsAtFirst, ended, onOtherSpelling }: DeliveryPolicy,
): Promise<ItemOutcome[]> {
	const fail = (position: number, error: unknown) => {
		const outcome = failureOf(items[position], unexpectedError(error));
		ended.set(position, outcome);
		if (stopsAtFirst && outcome.kind === 'failed') run.stop.cancel();
	};
	const policy = {
		concurrency: () => concurrencyLimit.bound,
		isStopped: () => run.stop.isCancelled,
	};
	const delivery = new KeyedQueue(policy);
	const searches = searchesFor(run, items);
	const searching = new Set(searches.flatMap(({ positions }) => positions));
	let next = 0;
	const start = () => {
		for (; next < items.length && !searching.has(next); next += 1) {
			const position = next;
			const task = taskFor(run, items[position], position, onOtherSpelling);
			if (task === undefined) continue;
			delivery.add(task.partitionKey, async () => {
				try {
					ended.set(position, { kind: 'done', result: await task.perform() });
				} catch (error) {
					fail(position, error);
				}
			});
		}
	};
	if (!stopsAtFirst) start();
	const search = new KeyedQueue(policy);
	for (const { channel, contact, settings, positions } of searches) {
		search.add(undefined, async () => {
			try {
				await channel.contacts.lookUp(searchChannel(channel, settings), contact, onOtherSpelling);
			} catch (error) {
				for (const position of positions) fail(position, error);
			}
			for (const position of positions) searching.delete(position);
			if (!stopsAtFirst) start();
		});
	}
	await search.ended();
	start();
	await delivery.ended();
	return items.map((item, position) => {
		if (item.kind === 'failed') return item;
		const error = run.channel(item.credential).token.rejection ?? notStarted();
		return ended.get(position) ?? { kind: 'failed', error };
	});
}

/** What became of an item that went wrong: it may be left out where its contact wasn't found. */
function failureOf(item: ReadItem | undefined, error: ApiError): ItemOutcome {
	const isSkipped =
		item !== undefined &&
		item.kind !== 'failed' &&
		item.skipsMissingContact &&
		error.reason === 'contactNotFound' &&
		error.outcome === 'notDone';
	return isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error };
}

/** A contact that has to be found, and where the items that are for it are among all. */
interface ContactSearch {
	channel: ChannelRun;
	contact: CustomFieldReference;
	/** Those of the first of the items. */
	settings: RequestSettings;
	positions: number[];
}

/** The searches that the items need before they can be done: each once, in the items' order. */
function searchesFor(run: NodeExecution, items: readonly ReadItem[]): ContactSearch[] {
	const searches = new Map<string, ContactSearch>();
	for (const [position, item] of items.entries()) {
		if (item.kind !== 'contact' || item.contact.kind === 'id') continue;
		const { contact, settings } = item;
		const channel = run.channel(item.credential);
		const key = channel.keyOf(keyOf(contact));
		const search = searches.get(key) ?? { channel, contact, settings, positions: [] };
		search.contact = withSpellings(search.contact, contact);
		search.positions.push(position);
		searches.set(key, search);
	}
	return [...searches.values()];
}

/** Returns a reference with the spellings of another item for the same contact. */
function withSpellings(
	reference: CustomFieldReference,
	{ otherSpellings = [] }: CustomFieldReference,
): CustomFieldReference {
	if (otherSpellings.every((spelling) => reference.otherSpellings?.includes(spelling))) {
		return reference;
	}
	const spellings = new Set([...(reference.otherSpellings ?? []), ...otherSpellings]);
	return { ...reference, otherSpellings: [...spellings] };
}

/** The channel for searches, whose answers no further try of the run has to find again. */
export function searchChannel(run: ChannelRun, { timeout }: RequestSettings) {
	return createChannel(createReader(run, timeout), run.channelType);
}

/** The work of one item. */
interface ItemTask {
	/** Items with the same key go one after the other. */
	partitionKey: string | undefined;
	/** Gives the item's output. Rejects with an `ApiError`. */
	perform(): Promise<IDataObject[]>;
}

/** The work of the item at a position; undefined where there is none, or its contact isn't known. */
export function taskFor(
	nodeRun: NodeExecution,
	item: ReadItem | undefined,
	itemIndex: number,
	onOtherSpelling: (spelling: string) => void,
): ItemTask | undefined {
	if (item === undefined || item.kind === 'failed') return undefined;
	const { settings } = item;
	const run = nodeRun.channel(item.credential);
	const calls = run.journal.item(itemIndex);
	const channel = (within = run) =>
		createChannel(createItemSender(within, calls, settings), run.channelType);
	switch (item.kind) {
		case 'simple':
			return {
				partitionKey: undefined,
				perform: async () => await item.perform(channel(), onOtherSpelling),
			};
		case 'contact': {
			const { contact, question } = item;
			const { contactId } = contact.kind === 'id' ? contact : run.contacts.of(contact);
			if (contactId === undefined) return undefined;
			return {
				partitionKey: run.keyOf(orderingKey(contactId)),
				async perform() {
					try {
						const request = withinWaitLimit(run.request, question?.limit);
						return await item.perform(channel({ ...run, request }), contactId, nodeRun.linkTo);
					} catch (error) {
						const isUnknown = error instanceof ApiError && error.reason === 'contactNotFound';
						throw isUnknown ? error.with({ contactId }) : error;
					}
				},
			};
		}
		case 'upsert':
			return {
				partitionKey: run.keyOf(keyOf(item.match)),
				perform: async () => {
					const { contacts, creations, stop } = run;
					const { resendWhenUnsure } = settings;
					const saved = await contacts.match(
						item.match,
						{
							channel: searchChannel(run, settings),
							creations,
							calls,
							resendWhenUnsure,
							stop,
							onOtherSpelling,
						},
						async (match) => await item.perform(channel(), match),
					);
					if (saved === undefined) throw run.token.rejection ?? notStarted();
					return saved;
				},
			};
	}
}
