import { type CustomFieldReference, keyOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import type { TimeSlice } from '../scheduling/timeSlicer';
import type { DeliverableItem, ReadItem } from './readItems';
import { SearchAhead } from './searchAhead';

const minuteMs = 60_000;

/** All items of one channel, and their contact searches without duplicates, in item order. */
export class ChannelItems {
	readonly items: ChannelItem[] = [];

	readonly searches: ContactSearch[] = [];

	readonly searchAhead: SearchAhead;

	private readonly searchByValue = new Map<string, ContactSearch>();

	constructor(private readonly cancellation: CancellationToken) {
		this.searchAhead = new SearchAhead(systemClock, cancellation);
	}

	add(item: DeliverableItem, itemIndex: number): void {
		const search = needsSearch(item) ? this.searchFor(item) : undefined;
		search?.itemIndexes.push(itemIndex);
		this.items.push({ item, itemIndex, search });
	}

	/** Whether all contacts can be searched for within one minute. */
	get isShort(): boolean {
		const { searches } = this;
		return searches.every(({ item }) => searches.length <= item.credential.contactCallsPerMinute);
	}

	private searchFor(item: SearchedItem): ContactSearch {
		const key = keyOf(item.contact);
		const known = this.searchByValue.get(key);
		if (known !== undefined) return known;
		const search = newSearch(item, this.cancellation);
		this.searchByValue.set(key, search);
		this.searches.push(search);
		return search;
	}
}

interface ChannelItem {
	item: DeliverableItem;
	itemIndex: number;
	/** `undefined` if no search is needed, or if the item's operation searches for the contact. */
	search: ContactSearch | undefined;
}

interface ContactSearch {
	/** The first item that needs the contact. */
	item: SearchedItem;
	itemIndexes: number[];
	/** Resolves when the search has ended, or when the execution is stopped. */
	ended: Promise<void>;
	end(): void;
}

type SearchedItem = DeliverableItem & { kind: 'contact'; contact: CustomFieldReference };

export async function channelsIn(
	items: readonly ReadItem[],
	cancellation: CancellationToken,
	slice: TimeSlice,
): Promise<ChannelItems[]> {
	const channels = new Map<string, ChannelItems>();
	for (const [itemIndex, item] of items.entries()) {
		if (slice.isOver()) await slice.next();
		if (!isDeliverable(item)) continue;
		const { channelKey } = item.credential;
		const channel = channels.get(channelKey) ?? new ChannelItems(cancellation);
		channels.set(channelKey, channel);
		channel.add(item, itemIndex);
	}
	return [...channels.values()];
}

function isDeliverable(item: ReadItem): item is DeliverableItem {
	return item.kind !== 'failed' && item.kind !== 'skipped';
}

/** Excludes items that an earlier attempt started, because they keep the contact found then. */
function needsSearch(item: DeliverableItem): item is SearchedItem {
	return (
		item.kind === 'contact' && item.contact.kind === 'customField' && item.startedFor === undefined
	);
}

function newSearch(item: SearchedItem, cancellation: CancellationToken): ContactSearch {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => {
		const removeListener = cancellation.onStop(resolve);
		end = () => {
			removeListener();
			resolve();
		};
	});
	return { item, itemIndexes: [], ended, end };
}

/** Returns the number of contacts that can be found and messaged within a minute. */
export function maxAhead({ item: { checksOnly, credential, settings } }: ContactSearch): number {
	const { contactCallsPerMinute, messagesPerSecond } = credential;
	if (checksOnly === true) return contactCallsPerMinute;
	const { messageIntervalMs = 0 } = settings;
	const messagesPerMinute = Math.min(messagesPerSecond * 60, minuteMs / messageIntervalMs);
	return Math.min(contactCallsPerMinute, Math.round(messagesPerMinute));
}
