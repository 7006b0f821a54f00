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
	/** Whether no more items start after the first failure. */
	stopsAtFirst: boolean;
	/** Receives the outcome of each item, by position, as soon as the item ends. */
	ended: Map<number, ItemOutcome>;
	/** Called with a contact's phone number if the channel stores another spelling of it. */
	onOtherSpelling: (spelling: string) => void;
}

/**
 * Processes the items in order, and returns the outcome of each. An item starts once its contact ID
 * is known, because an ID, a phone number, and an email address can refer to the same contact,
 * whose items must stay in order.
 *
 * If the first failure stops the execution, all contacts are looked up before anything is sent.
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

/**
 * Returns the outcome of a failed item: `skipped` if its contact wasn't found and the user chose to
 * skip such items.
 */
function failureOf(item: ReadItem | undefined, error: ApiError): ItemOutcome {
	const isSkipped =
		item !== undefined &&
		item.kind !== 'failed' &&
		item.skipsMissingContact &&
		error.reason === 'contactNotFound' &&
		error.outcome === 'notDone';
	return isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error };
}

/** A search for a contact. `positions` are the positions of its items among all items. */
interface ContactSearch {
	channel: ChannelRun;
	contact: CustomFieldReference;
	/** The settings of the first of these items. */
	settings: RequestSettings;
	positions: number[];
}

/**
 * Returns the searches that must end before their items start: one per contact reference, in item
 * order.
 */
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

/** Returns the reference with the additional spellings from another item for the same contact. */
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

/** Returns a channel for searches. Their responses aren't kept for the next attempt. */
function searchChannel(run: ChannelRun, { timeout }: RequestSettings) {
	return createChannel(createReader(run, timeout), run.channelType);
}

/** A task that processes one item. */
interface ItemTask {
	/** Items with the same key are processed one after another. */
	partitionKey: string | undefined;
	/** Returns the item's output. Rejects with an `ApiError`. */
	perform(): Promise<IDataObject[]>;
}

/**
 * Returns the task for an item, or `undefined` if there is no valid item or its contact ID isn't
 * known.
 */
function taskFor(
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
