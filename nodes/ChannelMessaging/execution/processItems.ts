import type { IDataObject } from 'n8n-workflow';

import { ApiError, notStarted, unexpectedError } from '../client/apiError';
import { createChannel, orderingKey } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { createSender } from '../client/sendRequest';
import type { RequestSettings, SendRequest } from '../client/types';
import {
	type ContactReference,
	type CustomFieldReference,
	keyOf,
} from '../phoneNumbers/customFieldReference';
import { sharedTimeSlicer } from '../scheduling/clock';
import { KeyedQueue } from '../scheduling/keyedQueue';
import { withinWaitLimit } from '../sendAndWait/withinWaitLimit';
import type { ItemOutcome, ReadItem } from './items';
import type { NodeExecution } from './nodeExecution';
import { withIdempotencyKey, withJournal } from './sendOnce';

/**
 * The maximum number of items that an execution processes concurrently. Enough for 25 messages per
 * second with a response time of 2 s, and for 100 contact requests per minute.
 */
const maxConcurrency = 50;

interface DeliveryPolicy {
	/** Whether the first failure prevents all remaining items from starting. */
	stopsAtFirst: boolean;
	/** Called with the outcome of each item as soon as the item ends. */
	onEnded: (outcome: ItemOutcome) => void;
}

/**
 * Processes the items in order, and returns their outcomes. Each item waits for its contact's ID,
 * so that all items of a contact stay in order, however the items identify the contact.
 *
 * If the first failure stops the execution, all contacts are looked up before the first message is
 * sent. *Create or Update* is an exception: it searches for the contact immediately before saving
 * it, so that no other execution can create the same contact.
 */
export async function processItems(
	execution: NodeExecution,
	items: readonly ReadItem[],
	{ stopsAtFirst, onEnded }: DeliveryPolicy,
): Promise<ItemOutcome[]> {
	const { cancellation } = execution;
	const outcomes = new Map<number, ItemOutcome>();
	const end = (position: number, outcome: ItemOutcome) => {
		outcomes.set(position, outcome);
		onEnded(outcome);
	};
	const fail = (position: number, error: unknown) => {
		const outcome = failureOf(items[position], unexpectedError(error));
		end(position, outcome);
		if (stopsAtFirst && outcome.kind === 'failed') cancellation.stop();
	};
	const slice = sharedTimeSlicer.slice();
	const search = new KeyedQueue(maxConcurrency, cancellation, slice);
	const found = new Map<number, Promise<void>>();
	for (const { credential, contact, settings, positions } of await searchesFor(items)) {
		const ended = new Promise<void>((resolve) => {
			const removeListener = cancellation.onStop(resolve);
			search.add(undefined, async () => {
				try {
					const channel = searchChannel(execution, credential, settings);
					await execution.contacts(credential).lookUp(channel, contact);
				} catch (error) {
					for (const position of positions) fail(position, error);
				}
				removeListener();
				resolve();
			});
		});
		for (const position of positions) found.set(position, ended);
	}
	if (stopsAtFirst) await search.ended();
	const delivery = new KeyedQueue(maxConcurrency, cancellation, slice);
	for (const [position, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		await found.get(position);
		if (cancellation.isStopped) break;
		if (item.kind === 'skipped') onEnded(item);
		const task = taskFor(execution, item, position);
		if (task === undefined) continue;
		delivery.add(task.partitionKey, async () => {
			try {
				end(position, { kind: 'done', result: await task.perform() });
			} catch (error) {
				fail(position, error);
			}
		});
	}
	await search.ended();
	await delivery.ended();
	// One error for all items, because an execution can have thousands that didn't start.
	const stopped: ItemOutcome = { kind: 'failed', error: notStarted() };
	const ordered: ItemOutcome[] = [];
	for (const [position, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		if (item.kind === 'failed' || item.kind === 'skipped') {
			ordered.push(item);
			continue;
		}
		const { tokenError } = execution.session(item.credential);
		const unstarted = tokenError ? ({ kind: 'failed', error: tokenError } as const) : stopped;
		const outcome = outcomes.get(position) ?? (await earlierOutcome(execution, item, position));
		ordered.push(outcome ?? unstarted);
	}
	return ordered;
}

/**
 * Returns the outcome of an item that this attempt didn't start, if an earlier attempt sent one of
 * its requests. Sends nothing, because this attempt is stopped.
 */
async function earlierOutcome(
	execution: NodeExecution,
	item: ReadItem,
	itemIndex: number,
): Promise<ItemOutcome | undefined> {
	if (!execution.journal.hasResults(itemIndex)) return undefined;
	try {
		const result = await taskFor(execution, item, itemIndex)?.perform();
		return result && { kind: 'done', result };
	} catch (error) {
		return failureOf(item, unexpectedError(error));
	}
}

/**
 * Returns the outcome of a failed item. If the contact wasn't found and the user chose to skip such
 * items, the outcome is `skipped`.
 */
function failureOf(item: ReadItem | undefined, error: ApiError): ItemOutcome {
	const isSkipped =
		item !== undefined &&
		'skipsMissingContact' in item &&
		item.skipsMissingContact &&
		error.reason === 'contactNotFound' &&
		error.outcome === 'notDone';
	return isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error };
}

/** A contact search. `positions` are the indexes of the items that need the contact. */
interface ContactSearch {
	credential: ChannelCredential;
	contact: CustomFieldReference;
	/** The request settings of the first item that needs the contact. */
	settings: RequestSettings;
	positions: number[];
}

/** Returns the contact searches for a list of items, in item order and without duplicates. */
async function searchesFor(items: readonly ReadItem[]): Promise<ContactSearch[]> {
	const searches = new Map<string, ContactSearch>();
	await sharedTimeSlicer.forEach(items.entries(), ([position, item]) => {
		if (!('contact' in item) || item.contact.kind === 'id') return;
		const { contact, credential, settings } = item;
		const key = partitionKeyOf(credential, keyOf(contact));
		const search = searches.get(key) ?? { credential, contact, settings, positions: [] };
		search.positions.push(position);
		searches.set(key, search);
	});
	return [...searches.values()];
}

/**
 * Returns a channel client for contact searches. Their responses aren't stored for the next
 * attempt.
 */
function searchChannel(
	execution: NodeExecution,
	credential: ChannelCredential,
	{ timeoutMs }: RequestSettings,
) {
	const send = createSender(execution.session(credential), timeoutMs);
	return createChannel(send, credential.channelType);
}

/** Returns a function that sends the requests of one item. */
function createItemSender(
	execution: NodeExecution,
	credential: ChannelCredential,
	{ timeoutMs, retryWhenUnsure, idempotencyKey }: RequestSettings,
	itemIndex: number,
): SendRequest {
	const session = execution.session(credential);
	const journal = execution.journal.item(itemIndex);
	const send = createSender(session, timeoutMs);
	if (idempotencyKey === undefined) return withJournal(send, journal, { retryWhenUnsure });
	const { cancellation } = session;
	const keys = execution.idempotencyKeys();
	const sendOnce = withIdempotencyKey(send, { key: idempotencyKey, keys, journal, cancellation });
	return withJournal(sendOnce, journal, { retryWhenUnsure });
}

/** Adds the channel to a partition key, because several channels can have the same key. */
function partitionKeyOf({ channelKey }: ChannelCredential, key: string): string {
	return `${channelKey} ${key}`;
}

interface ItemTask {
	/** The partition key of the item. Items with the same key are processed one after another. */
	partitionKey: string | undefined;
	/** Processes the item and returns its output. Rejects with an `ApiError`. */
	perform(): Promise<IDataObject[]>;
}

/**
 * Returns the task for an item, or `undefined` if the item is invalid or its contact ID is unknown.
 */
function taskFor(
	execution: NodeExecution,
	item: ReadItem | undefined,
	itemIndex: number,
): ItemTask | undefined {
	if (item === undefined || item.kind === 'failed' || item.kind === 'skipped') return undefined;
	const { credential, settings } = item;
	const newSender = () => createItemSender(execution, credential, settings, itemIndex);
	const channelFor = (send: SendRequest) => createChannel(send, credential.channelType);
	const contacts = execution.contacts(credential);
	const contactTask = (
		contact: ContactReference,
		perform: (contactId: string) => Promise<IDataObject[]>,
	): ItemTask | undefined => {
		const { contactId } = contact.kind === 'id' ? contact : (contacts.found(contact) ?? {});
		if (contactId === undefined) return undefined;
		return {
			partitionKey: partitionKeyOf(credential, orderingKey(contactId)),
			perform: async () => await perform(contactId),
		};
	};
	switch (item.kind) {
		case 'simple':
			return {
				partitionKey: undefined,
				perform: async () => await item.perform(channelFor(newSender())),
			};
		case 'contact':
			return contactTask(
				item.contact,
				async (contactId) => await item.perform(channelFor(newSender()), contactId),
			);
		case 'question':
			return contactTask(item.contact, async (contactId) => {
				const send = withinWaitLimit(newSender(), item.question.limit);
				return await item.perform(channelFor(send), contactId, execution.linkTo);
			});
		case 'upsert':
			return {
				partitionKey: partitionKeyOf(credential, keyOf(item.match)),
				perform: async () => {
					const session = execution.session(credential);
					const saved = await contacts.upsert(
						item.match,
						{
							channel: searchChannel(execution, credential, settings),
							itemIndex,
							hasUnknownRequest: execution.journal.item(itemIndex).hasUnknownOutcome(),
							retryWhenUnsure: settings.retryWhenUnsure,
							cancellation: session.cancellation,
						},
						async (target) => await item.perform(channelFor(newSender()), target),
					);
					if (saved === undefined) throw session.tokenError ?? notStarted();
					return saved;
				},
			};
	}
}
