import type { IDataObject } from 'n8n-workflow';

import {
	type ApiError,
	notStarted,
	type RequestOutcome,
	unexpectedError,
} from '../client/apiError';
import { stopReason } from '../client/channelSession';
import type { UpsertTarget } from '../contacts/lockedUpsert';
import type { DatedContact } from '../contacts/datedContact';
import { lockedUpsert } from '../contacts/lockedUpsert';
import { isOutdated } from '../contacts/outdatedContact';
import { mapInSlices, sharedTimeSlicer, visitInSlices } from '../scheduling/timeSlicer';
import { KeyedQueue } from '../scheduling/keyedQueue';
import { messageKeyFor } from '../sendOnce/messageKey';
import { oneItemPerKey } from '../sendOnce/withIdempotencyKey';
import type { Delay } from '../campaign/delayFurtherMessages';
import { sendingZoneOf } from '../campaign/sendingZone';
import { outsideHoursError } from '../campaign/withinSendingHours';
import { type ChannelItems, channelsIn } from './channelItems';
import { rememberFirstArrival } from '../chat/firstArrivals';
import { ContactRecheck } from './recheckBeforeSending';
import type { DeliveryRate } from './deliveryRate';
import { itemChatSession } from './itemChatSession';
import { itemClient } from './itemClient';
import { searchClient } from './searchClient';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf, messageCountsOf } from './messageCounts';
import type { DeliverableItem, LocatedItem, ReadItem } from './readItems';
import { recipientOf, type Recipient } from './recipient';
import type { NodeExecution } from './nodeExecution';
import { maxAhead } from './searchAhead';
import { isAlwaysSkipped } from './skipReasons';
import { sequenceKeyOf } from './sequentialItems';

/**
 * The maximum number of concurrent searches, and of items delivered concurrently. Allows 25
 * messages per second if the service responds within 2 s, and 100 contact requests per minute.
 */
export const maxConcurrency = 50;

interface Delivery {
	/** Whether the first failure stops the remaining items. */
	stopsAtFirst: boolean;
	ended: Map<number, ItemOutcome>;
	rate: DeliveryRate;
	/** The outcome of an item if the node's own code throws. */
	outcomeIfUnexpected: RequestOutcome;
}

/**
 * Returns the outcomes in item order. An item waits until its contact's ID is known, so that
 * messages to the same contact stay in order even if the items identify it by different values.
 *
 * If failures stop the execution and all contacts can be found within a minute, all searches finish
 * before the first message is sent. With longer lists, sending starts immediately because contacts
 * could change before their turn. *Create or Update* searches right before saving because a
 * concurrent execution could otherwise create the same contact.
 */
export async function processItems(
	execution: NodeExecution,
	items: readonly ReadItem[],
	{ stopsAtFirst, ended, rate, outcomeIfUnexpected }: Delivery,
): Promise<ItemOutcome[]> {
	const { cancellation } = execution;
	const slice = sharedTimeSlicer.slice();
	const settle = (itemIndex: number, outcome: ItemOutcome) => {
		ended.set(itemIndex, outcome);
		if (stopsAtFirst && outcome.kind === 'failed') cancellation.stop();
	};
	await mapInSlices(items, slice, (item, itemIndex) => {
		if (item.kind === 'failed' || item.kind === 'skipped') ended.set(itemIndex, item);
		else if (item.kind === 'contact') rememberFirstArrival(item, execution.attempts.startedAt);
	});
	const searches = new KeyedQueue(maxConcurrency, cancellation, slice);
	const deliveries = new KeyedQueue(maxConcurrency, cancellation, slice);
	const channelsByKey = await channelsIn(items, cancellation, slice);
	execution.channels = channelsByKey;
	const channels = [...channelsByKey.values()];
	const findsAllFirst = stopsAtFirst && channels.every(({ isShort }) => isShort);

	const search = async (channelItems: ChannelItems) => {
		const { searches: channelSearches, searchAhead } = channelItems;
		await visitInSlices(channelSearches, slice, async (each) => {
			const perMinute = findsAllFirst ? Infinity : maxAhead(each.item);
			while (!searchAhead.mayStart(perMinute) && !cancellation.isStopped) {
				await searchAhead.untilEnd();
			}
			searchAhead.start();
			const { item, itemIndexes, needsTags, end } = each;
			searches.add(undefined, async () => {
				channelItems.searchStarted();
				try {
					const { checksOnly, contact, credential, settings } = item;
					const tested = checksOnly === true ? contact : undefined;
					const channel = searchClient(execution, credential, settings, tested);
					await execution.attempts.contacts(credential).lookUp(channel, contact, needsTags);
				} catch (error) {
					for (const itemIndex of itemIndexes) {
						const failure = unexpectedError(error, 'notDone');
						const recipient = recipientOf(item.contact, undefined);
						settle(itemIndex, failureOf(items[itemIndex], failure, recipient));
					}
					searchAhead.end();
				}
				end();
			});
		});
		await searches.ended();
	};
	const deliver = async (channel: ChannelItems) => {
		channel.deliver();
		await visitInSlices(channel.items, slice, async ({ item, itemIndex, search }) => {
			await search?.ended;
			if (cancellation.isStopped) return;
			const located = ended.has(itemIndex) ? undefined : locatedItem(execution, item);
			if (located === undefined) {
				channel.itemStarted(item);
				return;
			}
			deliveries.add(sequenceKeyOf(located), async () => {
				channel.itemStarted(item);
				const earlier = execution.attempts.conclusion(itemIndex);
				let isFirst = search?.itemIndexes[0] === itemIndex;
				const { responseCount } = execution.attempts.journal(itemIndex);
				if (earlier?.kind !== 'done') rate.start();
				const endSearch = () => {
					if (isFirst) channel.searchAhead.end();
					isFirst = false;
				};
				const aside = async (pausing: () => Promise<void>) => {
					// The contact has received its first message.
					endSearch();
					await deliveries.aside(pausing);
				};
				const outcome = await performItem(execution, located, itemIndex, {
					...{ aside, outcomeIfUnexpected },
				});
				if (outcome !== earlier) {
					const counts = messageCountsOf(outcome, messageCountOf(item));
					const sentBefore = isMessage(item) ? responseCount : 0;
					rate.add({ ...counts, done: Math.max(0, counts.done - sentBefore) });
				}
				if (outcome.kind === 'done') await execution.keep(outcome.result, slice);
				settle(itemIndex, outcome);
				endSearch();
			});
		});
	};
	const searching = Promise.all(channels.map(search));
	if (findsAllFirst) await searching;
	await Promise.all([searching, ...channels.map(deliver)]);
	await deliveries.ended();
	// Shared by all items that didn't start, because there can be thousands of them.
	let stopped: ApiError | undefined;
	return await mapInSlices(items, slice, (item, itemIndex): ItemOutcome => {
		if (item.kind === 'failed' || item.kind === 'skipped') return item;
		const known = ended.get(itemIndex) ?? execution.attempts.conclusion(itemIndex);
		if (known !== undefined) return known;
		const error = execution.session(item.credential).tokenError ?? (stopped ??= notStarted());
		return { kind: 'failed', error };
	});
}

function isMessage(item: DeliverableItem): boolean {
	return item.kind === 'contact' && item.messageCount !== undefined;
}

/**
 * Returns an item whose contact is known or isn't needed, or `undefined` if the contact wasn't
 * found.
 */
function locatedItem(execution: NodeExecution, item: DeliverableItem): LocatedItem | undefined {
	if (item.kind !== 'contact') return item;
	const { contact, credential } = item;
	const known =
		contact.kind === 'id' ? contact : execution.attempts.contacts(credential).found(contact);
	const contactId = item.contactId ?? known?.contactId;
	return contactId === undefined ? undefined : { ...item, contactId };
}

/**
 * Never rejects. If this attempt sent nothing, returns the outcome of an earlier attempt instead of
 * the error.
 */
async function performItem(
	execution: NodeExecution,
	item: LocatedItem,
	itemIndex: number,
	{ aside, outcomeIfUnexpected }: Pick<Delivery, 'outcomeIfUnexpected'> & Pick<Delay, 'aside'>,
): Promise<ItemOutcome> {
	const journal = execution.attempts.journal(itemIndex);
	const earlier = journal.conclusion;
	if (earlier?.kind === 'done') return earlier;
	journal.begin(item);
	try {
		execution.attempts.memory.assertNotFull();
		const result = await resultOf(execution, item, itemIndex, aside);
		journal.end({ kind: 'done', result });
		return { kind: 'done', result };
	} catch (thrown) {
		const error = unexpectedError(thrown, outcomeIfUnexpected);
		const outcome = failureOf(item, error, recipientIn(execution, item));
		if (error.outcome === 'unknown') journal.end(outcome);
		return error.outcome === 'notDone' && earlier !== undefined ? earlier : outcome;
	}
}

async function resultOf(
	execution: NodeExecution,
	item: LocatedItem,
	itemIndex: number,
	aside: Delay['aside'],
): Promise<IDataObject[]> {
	if (item.kind === 'upsert') return await createOrUpdate(execution, item, itemIndex);
	if (item.kind === 'simple') {
		const channel = itemClient(execution, item, itemIndex);
		const { addHint, attempts } = execution;
		return await item.perform({ channel, memory: attempts.memory, addHint });
	}
	const { contactId, credential, messageCount = 1, sendOnce, settings, tagsToSkip = [] } = item;
	const { sendingWindow } = settings;
	const open = () => searchClient(execution, credential, settings);
	const read = async () => await execution.attempts.contacts(credential).read(open(), contactId);
	const known = await contactKnownFor(execution, item, read);
	const zone =
		sendingWindow &&
		(await sendingZoneOf(sendingWindow, async () => {
			if (known?.timezone !== undefined) return known.timezone;
			if (item.contact.kind !== 'id') {
				execution.attempts.searchMeasurements.addTimeZoneRead(credential.channelKey, item.contact);
			}
			return (await read()).timezone ?? '';
		}));
	const isChecked = item.contact.kind !== 'id' || tagsToSkip.length > 0;
	const recheck = isChecked ? recheckFor(execution, item, known) : undefined;
	if (tagsToSkip.length > 0) await recheck?.pass();
	if (item.checksOnly === true && sendingWindow !== undefined && zone !== undefined) {
		execution.zones.set(itemIndex, zone);
		const obstacle = outsideHoursError(sendingWindow.hours, zone, Date.now());
		if (obstacle !== undefined) throw obstacle;
	}
	const key = sendOnce && messageKeyFor(sendOnce, contactId);
	const channel = itemClient(execution, item, itemIndex, {
		...{ aside, contactId, recheck, key, zone },
	});
	const openChat = () => itemChatSession(execution, item);
	const { linkTo } = execution;
	const perform = async () => {
		const result = await item.perform({ channel, contactId, contact: known, linkTo, openChat });
		// Personal data isn't returned to AI models, because they don't need it.
		if (item.namesContact !== true || execution.toolCall !== undefined) return result;
		return result.map((json) => ({ ...json, ...recipientOf(item.contact, known) }));
	};
	if (messageCount === 1 || key === undefined) return await perform();
	const { cancellation } = execution.session(credential);
	return await oneItemPerKey(key, execution.idempotencyKeys, cancellation, perform);
}

/**
 * Returns the contact that was found by its value. A contact selected by ID is read only for
 * sending hours in the contact's time zone and in tests. Tests reject if the contact doesn't exist.
 */
async function contactKnownFor(
	execution: NodeExecution,
	{ contact, checksOnly, credential, settings }: DeliverableItem & { kind: 'contact' },
	read: () => Promise<DatedContact>,
): Promise<DatedContact | undefined> {
	if (contact.kind !== 'id') return execution.attempts.contacts(credential).found(contact);
	const isNeeded = checksOnly === true || settings.sendingWindow?.zone === 'contact';
	return isNeeded ? await read() : undefined;
}

function recipientIn(execution: NodeExecution, item: LocatedItem): Recipient {
	if (item.kind !== 'contact') return {};
	const { contact, contactId, credential } = item;
	const contacts = execution.attempts.contacts(credential);
	const known = contact.kind === 'id' ? undefined : contacts.found(contact);
	return { contactId, ...recipientOf(contact, known) };
}

function recheckFor(
	execution: NodeExecution,
	{ contact, contactId, credential, settings, tagsToSkip = [] }: LocatedItem & { kind: 'contact' },
	known: DatedContact | undefined,
): ContactRecheck {
	const { clock } = execution.session(credential);
	const open = () => searchClient(execution, credential, settings);
	const contacts = execution.attempts.contacts(credential);
	if (contact.kind === 'id') {
		let latest = known;
		const read = async () => (latest = await contacts.readAgain(open(), contactId));
		const item = { contactId, reference: undefined, tagsToSkip, known: () => latest, read };
		return new ContactRecheck(item, clock);
	}
	const needsTags = tagsToSkip.length > 0;
	const item = {
		...{ contactId, reference: contact, tagsToSkip },
		known: () => (needsTags ? contacts.foundWithTags(contact) : contacts.found(contact)),
		read: async () => {
			const found = await contacts.lookUpAgain(open(), contact, needsTags);
			return isOutdated(found, clock) ? await contacts.confirm(open(), contact, found) : found;
		},
	};
	return new ContactRecheck(item, clock);
}

async function createOrUpdate(
	execution: NodeExecution,
	item: DeliverableItem & { kind: 'upsert' },
	itemIndex: number,
): Promise<IDataObject[]> {
	const { credential, settings } = item;
	const session = execution.session(credential);
	const saved = await lockedUpsert(
		execution.attempts.contacts(credential),
		item.match,
		{
			channel: searchClient(execution, credential, settings),
			journal: execution.attempts.journal(itemIndex),
			saved: item.customFields ?? [],
			retryWhenUnsure: settings.retryWhenUnsure,
			cancellation: session.cancellation,
		},
		async (target) => {
			const recheck = matchRecheckFor(execution, item, target);
			return await item.perform({
				channel: itemClient(execution, item, itemIndex, { recheck }),
				target,
			});
		},
	);
	if (saved === undefined) throw stopReason(session);
	return saved;
}

/** While the update waits, which can take minutes, the value may move to another contact. */
function matchRecheckFor(
	execution: NodeExecution,
	{ credential, match, settings }: DeliverableItem & { kind: 'upsert' },
	target: UpsertTarget,
): ContactRecheck | undefined {
	if (target.kind === 'missing' || target.searched === undefined) return undefined;
	const { contactId, searched } = target;
	const { clock } = execution.session(credential);
	const contacts = execution.attempts.contacts(credential);
	let latest: Pick<DatedContact, 'contactId' | 'readAt' | 'readDate' | 'tags'> = {
		...searched,
		contactId,
		tags: undefined,
	};
	const read = async () => {
		const channel = searchClient(execution, credential, settings);
		return (latest = await contacts.readMatch(channel, match, contactId));
	};
	const checked = { contactId, reference: match, tagsToSkip: [], known: () => latest, read };
	return new ContactRecheck(checked, clock);
}

function failureOf(item: ReadItem | undefined, error: ApiError, recipient: Recipient): ItemOutcome {
	const isMissing =
		item !== undefined &&
		'skipsMissingContact' in item &&
		item.skipsMissingContact &&
		error.reason === 'contactNotFound' &&
		error.requestOutcome === 'notDone';
	return isMissing || isAlwaysSkipped(error)
		? { kind: 'skipped', error, recipient }
		: { kind: 'failed', error, recipient };
}
