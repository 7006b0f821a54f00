import type { IDataObject } from 'n8n-workflow';

import { type ApiError, notStarted, unexpectedError } from '../client/apiError';
import { type Channel, orderingKey } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import type { RequestSettings } from '../client/types';
import type { KnownContact } from '../contacts/findContacts';
import {
	type CustomFieldReference,
	keyOf,
	orderingKeyOf,
} from '../phoneNumbers/customFieldReference';
import { sharedTimeSlicer, type TimeSlice } from '../scheduling/timeSlicer';
import { KeyedQueue } from '../scheduling/keyedQueue';
import { oneItemPerKey } from '../sendOnce/oneItemPerKey';
import { assertNotTagged } from './assertNotTagged';
import { itemClient, searchClient } from './itemClient';
import type { ItemOutcome } from './itemOutcome';
import type { DeliverableItem, ReadItem } from './readItems';
import type { NodeExecution } from './nodeExecution';

/**
 * Enough concurrency for 25 messages per second with a response time of 2 s, and for 100 contact
 * requests per minute.
 */
const maxConcurrency = 50;

interface Delivery {
	/** Whether the first failure prevents the remaining items from starting. */
	stopsAtFirst: boolean;
	ended: Map<number, ItemOutcome>;
}

/**
 * Returns outcomes in item order. An item starts only after its contact's ID is known. Items with
 * the same contact therefore stay in order, even if they identify the contact by different values.
 *
 * If the execution stops at the first failure, all contacts are looked up before the first message
 * is sent. *Create or Update* is an exception. It searches for the contact immediately before
 * saving it, so that a concurrent execution can't create the same contact.
 */
export async function processItems(
	execution: NodeExecution,
	items: readonly ReadItem[],
	{ stopsAtFirst, ended }: Delivery,
): Promise<ItemOutcome[]> {
	const { cancellation } = execution;
	const slice = sharedTimeSlicer.slice();
	const settle = (itemIndex: number, outcome: ItemOutcome) => {
		ended.set(itemIndex, outcome);
		if (stopsAtFirst && outcome.kind === 'failed') cancellation.stop();
	};
	const searches = new KeyedQueue(maxConcurrency, cancellation, slice);
	/** Resolves for each item when its contact search has ended. */
	const found = new Map<number, Promise<void>>();
	for (const { credential, contact, settings, itemIndexes } of await searchesFor(items, slice)) {
		const searched = new Promise<void>((resolve) => {
			const removeListener = cancellation.onStop(resolve);
			searches.add(undefined, async () => {
				try {
					const channel = searchClient(execution, credential, settings);
					await execution.contacts(credential).lookUp(channel, contact);
				} catch (error) {
					for (const itemIndex of itemIndexes) {
						settle(itemIndex, failureOf(items[itemIndex], error));
					}
				}
				removeListener();
				resolve();
			});
		});
		for (const itemIndex of itemIndexes) found.set(itemIndex, searched);
	}
	if (stopsAtFirst) await searches.ended();
	const deliveries = new KeyedQueue(maxConcurrency, cancellation, slice);
	for (const [itemIndex, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		if (item.kind === 'failed' || item.kind === 'skipped') {
			ended.set(itemIndex, item);
			continue;
		}
		await found.get(itemIndex);
		if (cancellation.isStopped) break;
		const target = targetOf(execution, item);
		if (target === undefined) continue;
		deliveries.add(target.partitionKey, async () => {
			settle(itemIndex, await performItem(execution, item, itemIndex, target));
		});
	}
	await searches.ended();
	await deliveries.ended();
	// All items that didn't start share one error object, because there can be thousands of them.
	let stopped: ApiError | undefined;
	const outcomes: ItemOutcome[] = [];
	for (const [itemIndex, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		outcomes.push(
			item.kind === 'failed' || item.kind === 'skipped'
				? item
				: (ended.get(itemIndex) ??
						(await unstartedOutcome(execution, item, itemIndex, (stopped ??= notStarted())))),
		);
	}
	return outcomes;
}

interface Target {
	/** Empty if the operation needs no contact ID, or searches for the contact itself. */
	contactId: string;
	/** Items with the same partition key are processed one after another. */
	partitionKey: string | undefined;
}

function targetOf(execution: NodeExecution, item: DeliverableItem): Target | undefined {
	const { credential } = item;
	if (item.kind === 'simple') return { contactId: '', partitionKey: undefined };
	if (item.kind === 'upsert') {
		return { contactId: '', partitionKey: partitionKeyOf(credential, orderingKeyOf(item.match)) };
	}
	const { contact } = item;
	const { contactId } =
		contact.kind === 'id' ? contact : (execution.contacts(credential).found(contact) ?? {});
	if (contactId === undefined) return undefined;
	return { contactId, partitionKey: partitionKeyOf(credential, orderingKey(contactId)) };
}

/** Includes the channel, because different channels can have the same contact ID or value. */
function partitionKeyOf({ channelKey }: ChannelCredential, key: string): string {
	return `${channelKey} ${key}`;
}

/** Never rejects. Errors are part of the returned outcome. */
async function performItem(
	execution: NodeExecution,
	item: DeliverableItem,
	itemIndex: number,
	{ contactId }: Target,
): Promise<ItemOutcome> {
	try {
		if (item.kind === 'upsert') {
			return { kind: 'done', result: await createOrUpdate(execution, item, itemIndex) };
		}
		const channel = itemClient(execution, item, itemIndex);
		if (item.kind === 'simple') return { kind: 'done', result: await item.perform(channel) };
		const { credential, sendsSeveral, settings, skipIfTagged } = item;
		const known = await knownContact(execution, item, channel);
		// If an earlier attempt sent the message, it is reported as sent, even if the contact has been
		// tagged since.
		if (skipIfTagged !== undefined && !execution.hasResults(itemIndex)) {
			await assertNotTagged(channel, contactId, skipIfTagged, known?.tags);
		}
		const { idempotencyKey } = settings;
		const performArguments = [channel, contactId, execution.linkTo, known?.name] as const;
		if (sendsSeveral !== true || idempotencyKey === undefined) {
			return { kind: 'done', result: await item.perform(...performArguments) };
		}
		const { cancellation } = execution.session(credential);
		const keys = execution.idempotencyKeys();
		return {
			kind: 'done',
			result: await oneItemPerKey(
				idempotencyKey,
				keys,
				cancellation,
				async () => await item.perform(...performArguments),
			),
		};
	} catch (error) {
		return failureOf(item, error);
	}
}

/**
 * Returns a contact that was found by value. If the item contains an ID, the contact is only read
 * during a test, which rejects if the contact doesn't exist.
 */
async function knownContact(
	execution: NodeExecution,
	{ contact, checksOnly, credential }: DeliverableItem & { kind: 'contact' },
	channel: Channel,
): Promise<KnownContact | undefined> {
	if (contact.kind !== 'id') return execution.contacts(credential).found(contact);
	if (checksOnly !== true) return undefined;
	return await execution.contacts(credential).read(channel, contact.contactId);
}

async function createOrUpdate(
	execution: NodeExecution,
	item: DeliverableItem & { kind: 'upsert' },
	itemIndex: number,
): Promise<IDataObject[]> {
	const { credential, settings } = item;
	const session = execution.session(credential);
	const saved = await execution.contacts(credential).upsert(
		item.match,
		{
			channel: searchClient(execution, credential, settings),
			itemIndex,
			retryWhenUnsure: settings.retryWhenUnsure,
			cancellation: session.cancellation,
		},
		async (target) => await item.perform(itemClient(execution, item, itemIndex), target),
	);
	if (saved === undefined) throw session.tokenError ?? notStarted();
	return saved;
}

/**
 * Returns the outcome of an item that this attempt didn't start. If an earlier attempt sent
 * requests for the item, the outcome is built from their stored results. No requests are sent,
 * because this attempt is stopped.
 */
async function unstartedOutcome(
	execution: NodeExecution,
	item: DeliverableItem,
	itemIndex: number,
	stopped: ApiError,
): Promise<ItemOutcome> {
	const target = execution.hasResults(itemIndex) ? targetOf(execution, item) : undefined;
	if (target === undefined) {
		return { kind: 'failed', error: execution.session(item.credential).tokenError ?? stopped };
	}
	return await performItem(execution, item, itemIndex, target);
}

function failureOf(item: ReadItem | undefined, thrown: unknown): ItemOutcome {
	const error = unexpectedError(thrown);
	const isMissing =
		item !== undefined &&
		'skipsMissingContact' in item &&
		item.skipsMissingContact &&
		error.reason === 'contactNotFound' &&
		error.outcome === 'notDone';
	const isSkipped = isMissing || error.reason === 'contactTagged';
	return isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error };
}

interface ContactSearch {
	credential: ChannelCredential;
	contact: CustomFieldReference;
	/** Settings of the first item that needs the contact. */
	settings: RequestSettings;
	itemIndexes: number[];
}

/** Returns contact searches in item order, without duplicates. */
async function searchesFor(items: readonly ReadItem[], slice: TimeSlice): Promise<ContactSearch[]> {
	const searches = new Map<string, ContactSearch>();
	for (const [itemIndex, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		if (!('contact' in item) || item.contact.kind === 'id') continue;
		const { contact, credential, settings } = item;
		const key = partitionKeyOf(credential, keyOf(contact));
		const search = searches.get(key) ?? { credential, contact, settings, itemIndexes: [] };
		search.itemIndexes.push(itemIndex);
		searches.set(key, search);
	}
	return [...searches.values()];
}
